import { describe, expect, test } from 'vitest';
import { CONVERTED, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import type { Conversion } from '#server/documents/convert/conversion.ts';
import {
  attach,
  attachConverted,
  claim,
  FILE_KINDS,
  fileOf,
  postForm,
  presign,
  storedKeys,
} from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { type Answer, logIn, StudentClient } from './student-client.ts';

const MEGABYTE = 1_048_576;
const WAIT = 'Please wait until the file upload has completed.';
const LOCKED = 'This PDF has a password. Save it without one.';
const LOST = 'Your file was lost on our end. Please choose it again.';

describe.each(testEngines)('documents, on $engine', async ({ open }) => {
  let students = 0;
  let result = converted;
  const server = await openTestApp({
    storage: await open(),
    questionnaire: documentQuestionnaire(),
    convert: () => result(),
  });

  const newStudent = (): Promise<StudentClient> => {
    students += 1;
    return logIn(server, `student-${students}@example.org`);
  };
  const filesOf = async (student: StudentClient): Promise<number> => {
    const { fields } = await presign(student, 'plan');
    const [id = ''] = (fields['key'] ?? '').split('/');
    return (await storedKeys(server)).filter((key) => key.startsWith(`${id}/`)).length;
  };
  const convertAs = async (conversion: Conversion): Promise<void> => {
    result = async () => conversion;
    await server.fileJobs.convert.run();
    result = converted;
  };

  test('are attached, converted and listed, and make their question answered', async () => {
    const ada = await newStudent();
    expect(await documentsOf(ada)).toEqual({});
    expect((await statusOf(ada)).body).toEqual({ status: 'NOT_ANSWERED', message: '' });
    const { answer } = await attach(server, ada, 'passport', { name: 'My passport.PDF' });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Your file is being prepared.' } });
    expect(await documentsOf(ada)).toEqual({ passport: { file_name: 'My passport.PDF', file_size: 100 } });
    expect((await statusOf(ada)).body).toEqual({ status: 'UNPROCESSED', message: '' });
    const before = await ada.call('GET', '/api/profile');
    expect(before.body['document_answer']).toEqual({ passport: '', card: '', essay: '', plan: '' });
    let during: Answer | undefined;
    result = async () => {
      during = await statusOf(ada);
      return CONVERTED;
    };
    await server.fileJobs.convert.run();
    result = converted;
    expect(during?.body).toEqual({ status: 'IN_PROGRESS', message: '' });
    const thumbnail = CONVERTED.thumbnail.toString('base64');
    expect((await statusOf(ada)).body).toEqual({ status: 'COMPLETED', message: '', pages: 2, thumbnail });
    const { body } = await ada.call('GET', '/api/profile');
    expect(body).toMatchObject({ document_answer: { passport: 'ANSWERED', card: '', plan: '' }, answer: {} });
    expect(await filesOf(ada)).toBe(1);
  });

  test('can be downloaded as PDF by their student only', async () => {
    const [ada, bob] = [await newStudent(), await newStudent()];
    const url = '/api/pdf/document-answer/passport/file';
    const download = ({ cookies }: StudentClient) =>
      server.app.inject({ url, cookies: Object.fromEntries(cookies) });
    await attach(server, ada, 'passport');
    expect((await download(ada)).statusCode).toBe(404);
    await server.fileJobs.convert.run();
    const file = await download(ada);
    expect(file.rawPayload).toEqual(CONVERTED.document);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="passport.pdf"',
    });
    expect((await download(bob)).statusCode).toBe(404);
    await ada.call('DELETE', '/api/document-answer/passport');
    expect((await download(ada)).statusCode).toBe(404);
  });

  test('keep only the PDF after the conversion, even a failed one', async () => {
    const ada = await newStudent();
    await attach(server, ada, 'passport');
    await attach(server, ada, 'card');
    const [sent] = server.fileJobs.convert.waiting;
    await server.fileJobs.convert.run();
    expect(await server.files.read(sent?.fileKey ?? '')).toBeUndefined();
    expect(await filesOf(ada)).toBe(2);
    await attach(server, ada, 'plan');
    await convertAs({ kind: 'refused', message: 'This PDF has a password.' });
    expect(await filesOf(ada)).toBe(2);
  });

  test('of each allowed kind have at most 1,048,576 bytes', async () => {
    const ada = await newStudent();
    for (const kind of FILE_KINDS) {
      const name = `scan.${kind}`;
      const { answer } = await attach(server, ada, 'passport', { name, bytes: fileOf(kind, MEGABYTE) });
      expect([kind, answer.status]).toEqual([kind, 200]);
      await server.fileJobs.convert.run();
      expect(await documentsOf(ada)).toEqual({ passport: { file_name: name, file_size: MEGABYTE } });
      const form = await presign(ada, 'passport');
      expect(await postForm(server, form, fileOf(kind, MEGABYTE + 1))).toEqual({
        status: 413,
        message: 'Your file is too large. The maximum file size is 1 MB.',
      });
      expect((await claim(ada, 'passport', form.fields['key'] ?? '', name)).status).toBe(422);
      expect((await statusOf(ada)).body['status']).toBe('COMPLETED');
    }
    expect(await filesOf(ada)).toBe(1);
  });

  async function refusedUploads(): Promise<number> {
    const { db } = server.storage;
    const events = await db.selectFrom('audit').selectAll().where('kind', '=', 'upload').execute();
    return events.filter((event) => event.result === 'refused' && event.detail === 'passport').length;
  }

  test('are checked by content, not by name, and deleted if refused', async () => {
    const ada = await newStudent();
    const refusedBefore = await refusedUploads();
    const files = {
      'page.png': '<html><script>alert(1)</script>',
      'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
      'program.pdf': 'MZ\x90\0',
      'script.jpg': 'alert(1)',
      'paper.png': '%PDF-1.7\n',
      'picture.docx': '\x89PNG\r\n\x1a\n',
      'photo.jpg': '\0\0\0\x18ftypheic',
    };
    for (const [name, content] of Object.entries(files)) {
      const bytes = Buffer.from(content, 'latin1');
      const { answer, fileKey } = await attach(server, ada, 'passport', { name, bytes });
      expect([name, answer.status]).toEqual([name, 422]);
      expect((await claim(ada, 'passport', fileKey, name)).status).toBe(404);
    }
    expect(await documentsOf(ada)).toEqual({});
    expect(await filesOf(ada)).toBe(0);
    expect((await refusedUploads()) - refusedBefore).toBe(Object.keys(files).length);
  });

  test('get a cleaned name; a refused name can be corrected', async () => {
    const ada = await newStudent();
    const { answer, fileKey } = await attach(server, ada, 'passport', { name: `${'x'.repeat(29)}.pdf` });
    const message = 'Your file name is too long. Please use 32 characters or fewer.';
    expect(answer).toMatchObject({ status: 422, body: { message } });
    expect(await documentsOf(ada)).toEqual({});
    expect((await claim(ada, 'passport', fileKey, '../../\u202efdp."paper".pdf')).status).toBe(200);
    expect(await documentsOf(ada)).toEqual({ passport: { file_name: 'fdp."paper".pdf', file_size: 100 } });
  });

  test('are replaced, and the old file and PDF deleted', async () => {
    const ada = await newStudent();
    await attachConverted(server, ada, 'passport', { name: 'old.pdf' });
    const before = await storedKeys(server);
    await attach(server, ada, 'passport', { name: 'new.png', bytes: fileOf('png', 200) });
    expect(await documentsOf(ada)).toEqual({ passport: { file_name: 'new.png', file_size: 200 } });
    expect((await statusOf(ada)).body).toEqual({ status: 'UNPROCESSED', message: '' });
    await server.fileJobs.convert.run();
    expect((await statusOf(ada)).body['status']).toBe('COMPLETED');
    const after = await storedKeys(server);
    expect(after).toHaveLength(before.length);
    expect(after.filter((key) => !before.includes(key))).toHaveLength(1);
  });

  test('are neither replaced nor deleted while they are converted', async () => {
    const ada = await newStudent();
    const other = await presign(ada, 'passport');
    await postForm(server, other, fileOf('pdf'));
    const { fileKey } = await attach(server, ada, 'passport').catch(() => ({ fileKey: '' }));
    expect((await ada.call('POST', '/api/presigned-url', { answer_key: 'passport' })).status).toBe(409);
    for (const url of ['/api/document-answer/passport', '/api/pdf/document-answer/passport']) {
      expect(await ada.call('DELETE', url)).toMatchObject({ status: 409, body: { message: WAIT } });
    }
    await server.fileJobs.convert.run();
    expect((await statusOf(ada)).body['status']).toBe('COMPLETED');
    expect((await claim(ada, 'passport', fileKey)).status).toBe(200);
    expect(server.fileJobs.convert.waiting).toEqual([]);
  });

  test('are deleted with their files, in either order of the two calls', async () => {
    const [document, conversion] = ['/api/document-answer/passport', '/api/pdf/document-answer/passport'];
    const order = [document, conversion];
    for (const urls of [order, order.toReversed()]) {
      const ada = await newStudent();
      await attachConverted(server, ada, 'passport');
      for (const url of urls) expect((await ada.call('DELETE', url)).status).toBe(200);
      expect(await documentsOf(ada)).toEqual({});
      expect((await statusOf(ada)).body).toEqual({ status: 'NOT_ANSWERED', message: '' });
      expect((await ada.call('GET', '/api/profile')).body['document_answer']).toMatchObject({ passport: '' });
      expect((await ada.call('DELETE', document)).status).toBe(404);
      expect(await filesOf(ada)).toBe(0);
    }
  });

  const lose = () => server.files.remove(server.fileJobs.convert.waiting.map(({ fileKey }) => fileKey));

  test.each<[string, () => Promise<void>, string]>([
    ['the converter refuses them', () => convertAs({ kind: 'refused', message: LOCKED }), LOCKED],
    ['their file is lost', () => lose().then(() => server.fileJobs.convert.run()), LOST],
  ])('report that %s, and can be replaced', async (_name, convert, message) => {
    const ada = await newStudent();
    await attach(server, ada, 'passport');
    await convert();
    expect((await statusOf(ada)).body).toEqual({ status: 'FAILED', message });
    expect((await ada.call('GET', '/api/profile')).body['document_answer']).toMatchObject({ passport: '' });
    await attachConverted(server, ada, 'passport');
    expect((await statusOf(ada)).body['status']).toBe('COMPLETED');
  });

  test('report a failed conversion; a student who retries often must wait', async () => {
    const ada = await newStudent();
    for (let round = 0; round < 4; round += 1) {
      const { answer } = await attach(server, ada, 'passport');
      expect(answer.status).toBe(200);
      await convertAs({ kind: 'failed' });
      expect((await statusOf(ada)).body).toEqual({
        status: 'FAILED',
        message: "We couldn't prepare your file. Please try again, or save it as a PDF and attach that.",
      });
    }
    expect((await attach(server, ada, 'passport')).answer.status).toBe(429);
    server.pass(600_000);
    expect((await attach(server, ada, 'passport')).answer.status).toBe(200);
  });

  test('are converted once, even if their job runs twice or late', async () => {
    const ada = await newStudent();
    await attach(server, ada, 'passport');
    const [job] = server.fileJobs.convert.waiting;
    if (job) server.fileJobs.convert.waiting.push(job, job);
    await server.fileJobs.convert.run();
    expect(await filesOf(ada)).toBe(1);
    await ada.call('DELETE', '/api/document-answer/passport');
    if (job) server.fileJobs.convert.waiting.push(job);
    await server.fileJobs.convert.run();
    expect(await filesOf(ada)).toBe(0);
    expect((await statusOf(ada)).body['status']).toBe('NOT_ANSWERED');
  });

  test('are limited to thirty at once, then one per two minutes', async () => {
    const ada = await newStudent();
    for (let sent = 0; sent < 30; sent += 1) await presign(ada, 'passport');
    const refused = await ada.call('POST', '/api/presigned-url', { answer_key: 'passport' });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: "You've sent many files. Please try again in 2 minutes." },
    });
    await presign(await newStudent(), 'passport');
    server.pass(120_000);
    await presign(ada, 'passport');
  });
});

async function converted(): Promise<Conversion> {
  return CONVERTED;
}

function statusOf(student: StudentClient): Promise<Answer> {
  return student.call('GET', '/api/pdf/document-answer/passport');
}

async function documentsOf(student: StudentClient): Promise<Answer['body']> {
  return (await student.call('GET', '/api/document-answer')).body;
}
