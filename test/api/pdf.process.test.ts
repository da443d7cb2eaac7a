import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PDFDocument } from '@pdfme/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import type { RenderResult, RenderRequest } from '#server/pdf/render/render-request.ts';
import { createRenderer } from '#server/pdf/render/renderer.ts';
import { loggableError } from '#server/http/error-log.ts';
import { newFileKey } from '#server/files/file-store.ts';
import { openTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { storedKeys } from './document-client.ts';
import { openSession, seedDocument, seedStudent } from './seeded-student.ts';
import { eventsOf, StudentClient } from './student-client.ts';

const FAILED = "We couldn't make your PDF copy. Your application is fine. Please try again in a minute.";
const WAITING = { url: null, message: "We're preparing your PDF copy. This takes a few seconds." };
const READY = { status: 'COMPLETED', url: '/api/pdf/copy', message: 'Your PDF copy is ready.' };
const staticFolder = path.resolve(import.meta.dirname, '../server/view-stand-in');

const chromium = createRenderer({ env: process.env });
// Starts the browser, which is slow at first; nothing listens there.
beforeAll(async () => {
  await chromium.render({ origin: 'http://127.0.0.1:9', token: 'abc', attachments: [] });
});
afterAll(() => chromium.close());

describe.each(testEngines)('the PDF copy on $engine', async ({ open }) => {
  const requests: RenderRequest[] = [];
  let render: (request: RenderRequest) => Promise<RenderResult> = chromium.render;
  const toy = toyQuestionnaire();
  const server = await openTestApp({
    storage: await open(),
    questionnaire: { ...toy, definition: { ...toy.definition, sortName: ['pier', 'beach'] } },
    staticFolder,
    renderer: {
      render(request) {
        requests.push(request);
        return render(request);
      },
      close: async () => undefined,
    },
  });
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });

  const runJobs = () => server.fileJobs.pdf.run();

  test('needs an answer', async () => {
    const { student } = await seedStudent(server, { colour: '', pier: '  ' });
    expect(await ask(student)).toEqual({
      status: 'NOT_ANSWERED',
      url: null,
      message: 'There are no answers yet.',
    });
    expect(server.fileJobs.pdf.waiting).toEqual([]);
    expect((await download(server, student)).statusCode).toBe(404);
  });

  test('is requested, made once, and downloaded by its student only', async () => {
    render = chromium.render;
    const { student, id } = await seedStudent(server, {
      colour: 'blue',
      pier: '<script>alert(1)</script> & {{7*7}}',
    });
    expect(await ask(student)).toEqual({ status: 'UNPROCESSED', ...WAITING });
    expect(await ask(student)).toEqual({ status: 'UNPROCESSED', ...WAITING });
    expect(server.fileJobs.pdf.waiting).toMatchObject([{ studentId: id }]);
    await runJobs();
    expect(await ask(student)).toEqual(READY);
    expect(server.fileJobs.pdf.waiting).toEqual([]);

    const file = await download(server, student);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        `attachment; filename="Toy College - script alert(1) script & {{7 7}} - 2026-03-01.pdf"; ` +
        `filename*=UTF-8''Toy%20College%20-%20script%20alert%281%29%20script%20%26%20%7B%7B7%207%7D%7D%20-%202026-03-01.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const { pages } = await readPdf(file.rawPayload);
    expect(pages).toEqual(['Application\nAnswers\npier: <script>alert(1)</script> & {{7*7}}\ncolour: blue']);

    for (let again = 0; again < 12; again += 1) await download(server, student);
    expect(await eventsOf(server, `${id}@example.org`, 'pdf-copy')).toHaveLength(10);
    expect(await student.call('GET', '/api/pdf/copy?cycle=a&cycle=b')).toMatchObject({ status: 400 });

    const { student: other } = await seedStudent(server, { colour: 'red' });
    expect((await download(server, other)).statusCode).toBe(404);
    expect((await download(server, new StudentClient(server.app))).statusCode).toBe(401);
  });

  test('is named by the university, the family name, the given name and the day', async () => {
    render = rendering('a copy');
    const named = async (student: StudentClient): Promise<unknown> => {
      await ask(student);
      await runJobs();
      return (await download(server, student)).headers['content-disposition'];
    };
    const { student, id } = await seedStudent(server, { colour: 'red', pier: 'Núñez', beach: 'May' });
    expect(await named(student)).toContain('filename="Toy College - Nunez May - 2026-03-01.pdf"');
    await student.call('POST', '/api/submit');
    server.pass(3 * 86_400_000);
    expect(await named(await openSession(server, id))).toContain('Toy College - Nunez May - 2026-03-01.pdf');
    const { student: nameless } = await seedStudent(server, { colour: 'red' });
    expect(await named(nameless)).toContain('filename="Toy College - 2026-03-04.pdf"');
  });

  test('is made again after changes, and the old file deleted', async () => {
    const { student, id } = await seedStudent(server, { colour: 'red' });
    render = rendering('first');
    await ask(student);
    await runJobs();
    await save(student, { colour: 'green' });
    expect(await ask(student)).toEqual({ status: 'UNPROCESSED', ...WAITING });
    render = rendering('second');
    await runJobs();
    expect(await ask(student)).toEqual(READY);
    expect((await download(server, student)).payload).toBe('second');
    expect((await storedKeys(server)).filter((key) => key.startsWith(id))).toHaveLength(1);

    await student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'coast-2' });
    await student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });
    expect(await ask(student)).toMatchObject({ status: 'UNPROCESSED' });
    await runJobs();
  });

  test('has the latest answers even if they change while it renders', async () => {
    const { student } = await seedStudent(server, { colour: 'red' });
    await ask(student);
    requests.length = 0;
    const statuses: unknown[] = [];
    render = async () => {
      if (requests.length === 1) {
        await save(student, { colour: 'green' });
        statuses.push(await ask(student));
      }
      return { kind: 'done', pdf: Buffer.from(`drawing ${requests.length}`), isSandboxed: true };
    };
    await runJobs();
    expect(requests).toHaveLength(2);
    expect(statuses).toEqual([{ status: 'IN_PROGRESS', ...WAITING }]);
    expect(server.fileJobs.pdf.waiting).toEqual([]);
    expect(await ask(student)).toEqual(READY);
    expect((await download(server, student)).payload).toBe('drawing 2');
  });

  test('is rendered again after a timeout, and fails after a second one', async () => {
    const { student } = await seedStudent(server, { colour: 'red' });
    const late: RenderResult = { kind: 'late', message: 'It took too long.' };
    render = async () =>
      requests.length === 1 ? late : { kind: 'done', pdf: Buffer.from('at last'), isSandboxed: true };
    requests.length = 0;
    await ask(student);
    await runJobs();
    expect(await ask(student)).toEqual(READY);

    render = async () => late;
    requests.length = 0;
    await save(student, { colour: 'green' });
    await ask(student);
    await runJobs();
    expect(requests).toHaveLength(2);
    expect(await ask(student)).toEqual({ status: 'FAILED', url: null, message: FAILED });
  });

  test.each<[string, RenderResult, reason: string]>([
    ['no Chromium runs', { kind: 'noBrowser', message: 'Install Chromium.' }, 'Install Chromium.'],
    ['it is given up', { kind: 'failed', message: 'Crashed at /?service_token=abc\nat /' }, 'Crashed at /'],
  ])(
    'reports a failure when %s, blocks neither saving nor submitting, and can be retried',
    async (_name, result, reason) => {
      render = async () => result;
      const { student } = await seedStudent(server, { colour: 'red' });
      await ask(student);
      await runJobs();
      expect(await ask(student)).toEqual({ status: 'FAILED', url: null, message: FAILED });
      expect(await save(student, { pier: 'west' })).toMatchObject({ status: 200 });
      expect(await student.call('POST', '/api/submit')).toMatchObject({ status: 200 });

      const errors = server.fileJobs.pdf.errors.map(loggableError);
      expect(JSON.stringify(errors) + server.logged.join('')).toContain(`"reason":"${reason}"`);
      server.pass(3000);
      expect(await ask(student)).toEqual({ status: 'UNPROCESSED', ...WAITING });
      render = rendering('at last');
      await runJobs();
      expect(await ask(student)).toEqual(READY);
    },
  );

  test('includes the attached documents of visible questions', async () => {
    render = chromium.render;
    const { student, id } = await seedStudent(server, { colour: 'red', shade: 'navy' });
    await attach(server, { id, key: 'pier', fileName: '../成績"表.docx', pages: 2 });
    await attach(server, { id, key: 'shade', fileName: 'hidden.pdf', pages: 1 });
    await ask(student);
    await runJobs();
    const pdf = await readPdf((await download(server, student)).rawPayload);
    expect(pdf.pages.slice(1)).toEqual([
      'Document attached for The pier\n../成績"表.docx\n2 pages, which follow.',
      'page 1',
      'page 2',
    ]);
    expect(pdf.bookmarks.at(-1)).toEqual(['Document attached for The pier', 2]);
  });

  test('has only its own answers among many parallel students', async () => {
    render = chromium.render;
    const students = await Promise.all(
      Array.from({ length: 8 }, async (_none, at) => {
        const canary = `canary-${at}-${randomBytes(8).toString('hex')}`;
        return { canary, ...(await seedStudent(server, { colour: 'red', pier: canary })) };
      }),
    );
    await Promise.all(students.map(({ student }) => ask(student)));
    await runJobs();
    for (const { student, canary } of students) {
      const { pages } = await readPdf((await download(server, student)).rawPayload);
      expect(pages.join('').match(/canary-\d+-\w{16}/g)).toEqual([canary]);
    }
  });

  test('is rate-limited', async () => {
    render = rendering('one of many');
    const { student } = await seedStudent(server, { colour: 'red' });
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      await save(student, { pier: `version ${count}` });
      statuses.push((await student.call('GET', '/api/pdf')).status);
      await runJobs();
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    expect(await save(student, { pier: 'still saved' })).toMatchObject({ status: 200 });
  });
});

async function ask(student: StudentClient) {
  return (await student.call('GET', '/api/pdf')).body;
}

function save(student: StudentClient, answer: Answers) {
  return student.call('PUT', '/api/answer', { answer });
}

/** Renders this text. */
function rendering(text: string): () => Promise<RenderResult> {
  return async () => ({ kind: 'done', pdf: Buffer.from(text), isSandboxed: true });
}

type Attached = {
  readonly id: string;
  readonly key: string;
  readonly fileName: string;
  readonly pages: number;
};

/** Attaches a converted document. */
async function attach(server: TestApp, { id, key, fileName, pages }: Attached): Promise<void> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) pdf.addPage().drawText(`page ${page}`);
  const pdf_key = newFileKey(id, randomBytes);
  await server.files.write(pdf_key, await pdf.save());
  await seedDocument(server, { student_id: id, answer_key: key, file_name: fileName, pages, pdf_key });
}

function download(server: TestApp, student: StudentClient) {
  return server.app.inject({ url: '/api/pdf/copy', cookies: Object.fromEntries(student.cookies) });
}
