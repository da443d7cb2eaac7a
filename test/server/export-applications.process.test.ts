import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { inCycle } from '#server/student-tables/cycle-store.ts';
import { selectSubmitted } from '#server/student-tables/submission-store.ts';
import type { OperationOf } from '#server/operator/operation-schemas.ts';
import type { OperationServices } from '#server/operator/operation-services.ts';
import { runOperation } from '#server/operator/operations.ts';
import { createPdfCopyStore } from '#server/pdf/pdf-copy-store.ts';
import { page, question } from '#test/form/build-definition.ts';
import { createTestApp, operatorServices, type TestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

type Jobs = NonNullable<OperationServices['jobs']>;

describe.each(testEngines)('the export of submitted applications on $engine', ({ open }) => {
  let server: TestApp;
  const out = suiteFolder();
  let parts: OperationServices;
  /** Students with requested PDF copies. */
  const requested: string[] = [];
  /** Fingerprint of the rendered state, if not of the requested one. */
  let rendered: string | undefined;
  /** The copies in progress, one after the other. */
  let making = Promise.resolve();
  beforeAll(async () => {
    server = await createTestApp({ storage: await open() });
    parts = {
      ...operatorServices(server),
      jobs: {
        send: async (_queue, { studentId }) => void requested.push(studentId),
        sendMailJob: async () => undefined,
        wake: () => void (making = making.then(makeCopies)),
      },
    };
    await submit('AAAA', '2026-01-01', { colour: 'red', colour_desc: 'Red' });
    await submit('BBBB', '2026-02-02', {
      colour: 'blue',
      shade: '=1+1',
      pier: 'a "b",\nc',
      tags: ['x', 'y'],
    });
    await submit('CCCC', '2026-02-03', { colour: 'green', beach: 'from an older form' }, 'pier');
  });
  afterAll(async () => {
    await making;
    await server.close();
  });

  const run = (format: OperationOf<'export-applications'>['format'], changed: OperationServices = parts) =>
    runOperation(changed, {
      kind: 'export-applications',
      since: '2026-02-01',
      out,
      cycle: 'all',
      format,
      operator: 'Grace',
    });
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8');

  test('writes each as JSON by key, with labels and documents', async () => {
    expect(await run('json')).toBe(
      `2 applications: 2 written, 0 already there, 0 failed. The folder is ${out}.`,
    );
    expect(readdirSync(path.join(out, 'applications')).toSorted()).toEqual(['BBBB.json', 'CCCC.json']);
    const record: unknown = JSON.parse(read('applications/CCCC.json'));
    expect(record).toMatchObject({
      receipt: 'CCCC',
      submitted_at: '2026-02-03T00:00:00.000Z',
      answers: { colour: { label: 'The colour', value: 'green' } },
      documents: [
        {
          key: 'pier',
          label: 'The pier',
          file_name: 'scan.png',
          file: 'documents/CCCC/pier.pdf',
          scanned: false,
        },
      ],
    });
    expect(read('documents/CCCC/pier.pdf')).toBe('pdf of CCCC');
    expect(statSync(path.join(out, 'applications/CCCC.json')).mode & 0o077).toBe(0);
  });

  test('reads receipts in pages, even with equal times', async () => {
    const { db } = server.storage;
    await submit('ZZZZ', '2025-02-01', { colour: 'red' });
    await submit('YYYY', '2025-02-01', { colour: 'red' });
    const range = { since: new Date('2025-02-01'), filter: inCycle(undefined, undefined) };
    const receipts: string[] = [];
    for await (const receipt of selectSubmitted(db, range, 1)) receipts.push(receipt);
    expect(receipts).toEqual(['YYYY', 'ZZZZ', 'AAAA', 'BBBB', 'CCCC']);
  });

  test('skips written files, and rewrites missing, cut or unlisted ones', async () => {
    const again = `2 applications: 0 written, 2 already there, 0 failed. The folder is ${out}.`;
    expect(await run('json')).toBe(again);
    rmSync(path.join(out, 'applications/BBBB.json'));
    // As after a crash: a truncated line and an unfinished file.
    appendFileSync(path.join(out, 'manifest.jsonl'), '{"name":"applications/BB');
    writeFileSync(path.join(out, 'applications/BBBB.json.partial'), '{"receipt":');
    expect(await run('json')).toBe(
      `2 applications: 1 written, 1 already there, 0 failed. The folder is ${out}.`,
    );
    expect(JSON.parse(read('applications/BBBB.json'))).toMatchObject({ receipt: 'BBBB' });
    expect(await run('json')).toBe(again);
    expect(readdirSync(path.join(out, 'applications'))).toHaveLength(2);
  });

  test('writes checksums, which detect changes', async () => {
    const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' });
    expect(check()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('applications/BBBB.json: OK\n'),
    });
    const whole = read('applications/BBBB.json');
    writeFileSync(path.join(out, 'applications/BBBB.json'), whole.replace('BBBB', 'BBBA'));
    expect(check()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('applications/BBBB.json: FAILED\n'),
    });
    writeFileSync(path.join(out, 'applications/BBBB.json'), whole);
  });

  test('writes a table without formulas, with a column per key', async () => {
    expect(await run('csv')).toContain('2 applications: 2 written');
    const [head, first, second, end] = read('applications.csv').split('\r\n');
    expect(head).toBe(
      '\uFEFFreceipt,submitted_at,username,late,cycle,colour,colour_desc,shade,age,agrees,tags,pier,beach,boat_name,boat_2_name,crew_name',
    );
    expect(first).toBe(
      `BBBB,2026-02-02T00:00:00.000Z,bbbb@example.org,false,,blue,Blue,'=1+1,,,x; y,"a ""b"",\nc",,,,`,
    );
    expect(second).toBe(
      'CCCC,2026-02-03T00:00:00.000Z,cccc@example.org,false,,green,Green,,,,,documents/CCCC/pier.pdf,from an older form,,,',
    );
    expect(end).toBe('');
    expect(read('questions.csv')).toContain('colour,first,The colour,\r\n');
  });

  test('has the labels of the answered form, even if changed since', async () => {
    const { definition } = parts.questionnaire;
    const [first = page([]), ...others] = definition.pages;
    const favourite = { ...question('colour', { options: 'paints' }), fullLabel: 'Your favourite' };
    const { tags: _gone, ...questions } = first.questions;
    const today: FormDefinition = {
      ...definition,
      hash: 'today',
      pages: [{ ...first, questions: { ...questions, colour: favourite } }, ...others],
      options: { ...definition.options, paints: [{ value: 'green', label: 'Lime' }] },
    };
    const changed = { ...parts, questionnaire: { ...parts.questionnaire, definition: today } };
    await run('csv', changed);
    const [head, first_line, second] = read('applications.csv').split('\r\n');
    expect(head).toContain(',colour,colour_desc,');
    expect(first_line).toContain(',blue,Blue,');
    expect(second).toContain(',green,Green,');
    expect(read('questions.csv')).toContain('colour,first,Your favourite,The colour\r\n');
    expect(read('questions.csv')).toContain('tags,first,The tags,\r\n');
    rmSync(path.join(out, 'applications'), { recursive: true });
    await run('json', changed);
    const record: unknown = JSON.parse(read('applications/CCCC.json'));
    expect(record).toMatchObject({ answers: { colour: { label: 'The colour', chosen: 'Green' } } });
  });

  test('requests PDF copies, and exports finished ones', async () => {
    expect(await run('pdf')).toContain('2 written');
    expect(requested).toHaveLength(2);
    expect(read('pdf/BBBB.pdf')).toBe('a copy');
    expect(await run('pdf')).toContain('2 already there');
    expect(requested).toHaveLength(2);
  });

  test('takes no copy of another state, as of the next application', async () => {
    await parts.db.deleteFrom('pdf_copy').execute();
    rmSync(path.join(out, 'pdf'), { recursive: true });
    rendered = 'of another state';
    expect(await run('pdf')).toContain('0 written, 0 already there, 2 failed');
    rendered = undefined;
  });

  test('requests all PDF copies at once, behind those of students', async () => {
    const orders: (boolean | undefined)[] = [];
    const { promise: allAsked, resolve } = Promise.withResolvers<void>();
    const send: Jobs['send'] = async (_queue, { studentId, isBehind }) => {
      requested.push(studentId);
      orders.push(isBehind);
      if (orders.length === 2) resolve();
    };
    // Copies are made after the last request.
    const wake = () => void (making = making.then(() => allAsked).then(makeCopies));
    const jobs: Jobs = { send, sendMailJob: async () => undefined, wake };
    await parts.db.deleteFrom('pdf_copy').execute();
    expect(await run('pdf', { ...parts, jobs })).toContain('2 written');
    expect(orders).toEqual([true, true]);
  });

  test('reports if nobody makes PDF copies, or the folder is not writable', async () => {
    const { jobs: _nobody, ...alone } = parts;
    const since = '2026-01-01';
    const wish = {
      kind: 'export-applications',
      cycle: 'all',
      since,
      format: 'pdf',
      operator: 'Grace',
    } as const;
    await expect(runOperation(alone, { ...wish, out })).rejects.toThrow(
      /Start it, then run this command again/,
    );
    const file = path.join(out, 'questions.csv');
    // Not even root can write below the second.
    for (const wrong of [file, '/proc/exports/today'])
      await expect(runOperation(parts, { ...wish, out: wrong })).rejects.toThrow(/cannot be written/);
  });

  async function submit(receipt: string, day: string, answers: Answers, document?: string): Promise<void> {
    const { db } = server.storage;
    const student_id = randomUUID();
    const at = new Date(day);
    const username = `${receipt.toLowerCase()}@example.org`;
    await db
      .insertInto('student')
      .values({ id: student_id, username, password_hash: 'none', confirmed_at: at, created_at: at })
      .execute();
    const [empty, stored] = [JSON.stringify({}), JSON.stringify(answers)];
    const state = { student_id, answers: stored, tabs: empty, counts: empty, submitted_at: at };
    await db
      .insertInto('application')
      .values({ ...state, versions: empty, validations: empty, version: 1, last_page: null })
      .execute();
    await db
      .insertInto('submission')
      .values({ ...state, receipt, definition_hash: parts.questionnaire.definition.hash })
      .execute();
    if (document === undefined) return;
    const pdf_key = `${student_id}/pdf`;
    await server.files.write(pdf_key, Buffer.from(`pdf of ${receipt}`));
    await db
      .insertInto('document')
      .values({
        student_id,
        answer_key: document,
        file_key: `${student_id}/file`,
        file_name: 'scan.png',
        file_size: 7,
        status: 'COMPLETED',
        pages: 1,
        pdf_key,
        thumbnail: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }

  /** Runs the jobs like the server. */
  async function makeCopies(): Promise<void> {
    const copies = createPdfCopyStore({
      ...parts,
      jobs: { send: async () => undefined, wake: () => undefined },
    });
    for (const id of requested) {
      const copy = await copies.find(id);
      if (copy?.status !== 'UNPROCESSED') continue;
      const fingerprint = rendered ?? copy.fingerprint;
      await copies.begin(id, fingerprint);
      await server.files.write(`${id}/copy`, Buffer.from('a copy'));
      await copies.complete(id, fingerprint, `${id}/copy`);
    }
  }
});
