import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import type { OpenedFiles } from '#server/files/open-files.ts';
import { createEncryptedFiles } from '#server/files/open-files.ts';
import { runOperation } from '#server/operator/operations.ts';
import { selectPastApplications } from '#server/student-tables/cycle-store.ts';
import { selectDocuments } from '#server/student-tables/document-store.ts';
import { openEncryptedDatabase, reencryptRows } from '#server/student-tables/encrypted-database.ts';
import { selectStatusSteps } from '#server/student-tables/status-store.ts';
import { ANSWERS, cycleForm, FIRST, SECOND } from '#test/api/cycle-form.ts';
import { attach, attachConverted, fileOf } from '#test/api/document-client.ts';
import { openSession, seedStudent } from '#test/api/seeded-student.ts';
import type { StudentClient } from '#test/api/student-client.ts';
import { dumpTables } from '#test/support/search-stored.ts';
import { rounds } from '#test/support/volume.ts';
import { CONVERTED, createTestApp, operatorServices, type TestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';

const DAY = 86_400_000;
const KEY = createHash('sha256').update('ledger').digest();
const ZEROTH = { name: '2025–26', opens: '2024-08-01T00:00:00.000Z' };
const DEADLINES = {
  question: 'term',
  timeZone: 'UTC',
  afterDeadline: 'accept' as const,
  graceMinutes: 0,
  dates: [{ term: 'FA28', label: 'Fall 2028', ends: '2026-02-01T00:00:00.000Z' }],
};

/** What a student has done in the first cycle. Those with waiting jobs are last. */
const STATES = [
  'unconfirmed',
  'empty',
  'draft',
  'draft with documents',
  'submitted',
  'late',
  'submitted twice',
  'deleted',
  'submitted with a copy',
  'submitted with a copy on its way',
  'held by a document',
] as const;
type State = (typeof STATES)[number];
type Entry = { readonly id: string; readonly state: State; readonly number: number };

/** 1,001 students in full. */
const PER_STATE = rounds(3, 91);

const start = (student: StudentClient) => student.call('POST', '/api/next-application');

describe.each(testEngines)('a change of the cycle, on $engine', ({ open }) => {
  let clock: TestApp;
  let files: OpenedFiles;
  let [zeroth, first, second]: TestApp[] = [];
  const entries: Entry[] = [];
  const before = new Map<string, Awaited<ReturnType<typeof ledgerOf>>>();
  let totals: object;

  /** The server on the form of a cycle, all on the same encrypted database and files. */
  async function serve(form: ReturnType<typeof cycleForm>): Promise<TestApp> {
    const { db } = await openEncryptedDatabase(clock.storage.db, { dataKeys: [KEY] });
    const server = await createTestApp({
      storage: { ...clock.storage, db },
      files,
      clock: clock.now,
      questionnaire: { ...form, partner: { ...form.partner, deadlines: DEADLINES } },
      convert: async (bytes) => ({ ...CONVERTED, pdf: bytes }),
      renderer: {
        render: async ({ token }) => ({ kind: 'done', pdf: Buffer.from(token), isSandboxed: true }),
        close: async () => undefined,
      },
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    return server;
  }

  beforeAll(async () => {
    clock = await createTestApp({ storage: await open() });
    const keys = createDataKeys([KEY]);
    if (keys) files = createEncryptedFiles(clock.files, keys);
    const form = cycleForm(FIRST);
    zeroth = await serve({ ...form, definition: { ...form.definition, hash: 'zeroth', cycle: ZEROTH } });
    first = await serve(form);
    second = await serve(cycleForm(SECOND));
    for (const state of STATES)
      for (let number = 0; number < PER_STATE; number += 1) entries.push(await enter(state, number));
    for (const { id } of of(...STATES.filter((state) => state !== 'deleted')))
      before.set(id, await ledgerOf(id, await visit(first, id)));
    totals = await countAll();
    clock.pass(2 * DAY);
  }, 900_000);
  afterAll(async () => {
    for (const server of [zeroth, first, second]) await server?.app.close();
    await clock.close();
  });

  /** The student's browser at a server. */
  async function visit(server: TestApp | undefined, id: string): Promise<StudentClient> {
    return (await openSession(clock, id)).copy(server?.app);
  }

  /** Makes a student and brings them to a state, with the calls of a page. */
  async function enter(state: State, number: number): Promise<Entry> {
    // Uploads of one network are limited.
    clock.pass(5000);
    const { id } = await seedStudent(clock, {});
    const entry = { id, state, number };
    const { db } = clock.storage;
    if (state === 'unconfirmed') {
      await db.updateTable('student').set({ confirmed_at: null }).where('id', '=', id).execute();
      await db.deleteFrom('application').where('student_id', '=', id).execute();
    }
    if (state === 'unconfirmed' || state === 'empty') return entry;
    if (state === 'submitted twice') await fillIn(zeroth, entry, true);
    const student = await fillIn(first, entry, state !== 'draft' && !state.startsWith('draft with'));
    if (state.includes('copy')) await student.call('GET', '/api/pdf');
    if (state === 'submitted with a copy') await first?.fileJobs.pdf.run();
    if (state === 'deleted')
      await run({ kind: 'delete-student', username: `${id}@example.org`, operator: 'Grace' });
    return entry;
  }

  async function fillIn(server: TestApp | undefined, { id, state, number }: Entry, submits: boolean) {
    if (server === undefined) throw new Error('The server has not started.');
    const student = await visit(server, id);
    if (state === 'submitted twice' && server === first) await student.call('POST', '/api/next-application');
    const answer = { ...ANSWERS, sailor: `Sailor ${number}`, term: state === 'late' ? 'FA28' : 'FA27' };
    await student.call('PUT', '/api/answer', { answer });
    await student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'east' });
    if (state === 'draft') return student;
    const [bytes, name] = [fileOf('pdf', 300 + number), `${state} ${number}.pdf`];
    await attachConverted(server, student, 'card', { bytes, name });
    await (state === 'held by a document' ? attach : attachConverted)(server, student, 'passport', { bytes });
    if (submits) {
      const { status } = await student.call('POST', '/api/submit');
      expect(status).toBe(state === 'held by a document' ? 422 : 200);
    }
    return student;
  }

  const run = (operation: Parameters<typeof runOperation>[1]) =>
    runOperation({ ...operatorServices(clock), files, questionnaire: cycleForm(SECOND) }, operation);
  const sha = async (key: string | null): Promise<string | null> => {
    const bytes = key === null ? undefined : await files.read(key);
    return bytes ? createHash('sha256').update(bytes).digest('hex') : null;
  };

  /** All that is stored of an application and that its student gets to see. */
  async function ledgerOf(id: string, student: StudentClient, cycle?: string) {
    const db = first?.storage.db ?? clock.storage.db;
    const query = cycle === undefined ? '' : `?cycle=${encodeURIComponent(cycle)}`;
    const { status, body } = await student.call('GET', `/api/submission${query}`);
    const { definition: _form, ...submission } = body;
    const documents = (await selectDocuments(db, id)).map(async ({ pdfKey, ...row }) => ({
      ...row,
      sha: await sha(pdfKey),
    }));
    const copies = db.selectFrom('pdf_copy').select(['status', 'file_key']).where('student_id', '=', id);
    const copy = await copies.executeTakeFirst();
    return {
      submission: status === 200 ? submission : null,
      documents: await Promise.all(documents),
      copy: copy && { status: copy.status, sha: await sha(copy.file_key) },
      steps: await selectStatusSteps(db, id),
      late: await db.selectFrom('submission').select('is_late').where('student_id', '=', id).execute(),
    };
  }

  async function countAll(): Promise<object> {
    const { rows } = await sql<object>`select (select count(*) from submission) as submissions,
      (select count(*) from document) as documents, (select count(*) from pdf_copy) as copies,
      (select count(*) from student where account_id is null) as accounts,
      (select count(*) from web_status) as steps`.execute(clock.storage.db);
    return rows[0] ?? {};
  }

  const of = (...states: readonly State[]) => entries.filter(({ state }) => states.includes(state));

  test('keeps drafts as they are, in the new cycle', async () => {
    for (const { id } of of('empty', 'draft', 'draft with documents', 'held by a document')) {
      const answers = (await (await visit(first, id)).call('GET', '/api/profile')).body;
      const student = await visit(second, id);
      expect((await student.call('POST', '/api/next-application')).status).toBe(409);
      const { body } = await student.call('GET', '/api/profile');
      expect(body).toMatchObject({ cycle: SECOND.name, past_applications: [], carried: [] });
      expect(body['answer']).toEqual(answers['answer']);
      expect(await ledgerOf(id, student)).toEqual(before.get(id));
    }
  });

  const submitted = () => of(...STATES.filter((state) => /^(?:submitted|late)/.test(state)));

  test('changes nothing when a start fails at its last row, the event', async () => {
    const { db } = clock.storage;
    await sql`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'the server is killed'; end $$`.execute(db);
    await sql`create trigger fail before insert on audit for each row execute function fail()`.execute(db);
    for (const { id } of submitted().filter(({ number }) => number % 3 === 1)) {
      const student = await visit(second, id);
      expect((await start(student)).status).toBe(500);
      expect(await ledgerOf(id, student)).toEqual(before.get(id));
    }
    await sql`drop trigger fail on audit`.execute(db);
    expect(await countAll()).toEqual(totals);
  });

  test('moves every submission as it is, once, also when started three times at once', async () => {
    for (const { id, state, number } of submitted()) {
      const student = await visit(second, id);
      const tabs = number % 3 === 2 ? [student, student.copy(), student.copy(first?.app)] : [student];
      const statuses = (await Promise.all(tabs.map((tab) => start(tab)))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      const past = await selectPastApplications(clock.storage.db, id).execute();
      expect(past).toHaveLength(state === 'submitted twice' ? 2 : 1);
      const moved = past.find(({ cycle }) => cycle === FIRST.name);
      expect(await ledgerOf(moved?.id ?? '', student, FIRST.name)).toEqual(before.get(id));
      // The second form no longer offers the term of the others.
      const keys = ['colour', 'pier', 'sailor', ...(state === 'late' ? ['term'] : [])];
      const carried = { colour: 'blue', sailor: `Sailor ${number}`, pier: ANSWERS.pier };
      const { body } = await student.call('GET', '/api/opening');
      expect(body).toMatchObject({
        '/api/profile': { receipt: null, answer: carried, carried: keys },
        '/api/tabs': { coast: 'east' },
        '/api/document-answer': {},
      });
    }
    expect(await countAll()).toEqual(totals);
  });

  test('makes the copies that were on their way, and keeps those that were made', async () => {
    await second?.fileJobs.pdf.run();
    for (const { id } of of('submitted with a copy', 'submitted with a copy on its way')) {
      const student = await visit(second, id);
      const query = `?cycle=${encodeURIComponent(FIRST.name)}`;
      const { body } = await student.call('GET', `/api/pdf${query}`);
      expect(body).toMatchObject({ status: 'COMPLETED', url: `/api/pdf/copy${query}` });
      const cookies = Object.fromEntries(student.cookies);
      const copy = await second?.app.inject({ url: `/api/pdf/copy${query}`, cookies });
      const sent = createHash('sha256')
        .update(copy?.rawPayload ?? '')
        .digest('hex');
      expect(sent).toBe(before.get(id)?.copy?.sha ?? sent);
      // A token, in place of a PDF.
      expect(copy?.rawPayload).toHaveLength(43);
    }
  });

  test('ends with every student once, and everything in a new key', async () => {
    const dataKeys = [createHash('sha256').update('new').digest(), KEY];
    const { db } = await openEncryptedDatabase(clock.storage.db, { dataKeys });
    expect((await reencryptRows(db)).submission).toBeGreaterThan(0);
    expect(await reencryptRows(db)).toMatchObject({ application: 0, submission: 0 });
    expect((await dumpTables(clock.storage)).filter((row) => row.includes(ANSWERS.pier))).toEqual([]);
    const { rows } = await sql<object>`select count(*)::integer as count from student
      where account_id is null`.execute(clock.storage.db);
    expect(rows).toEqual([{ count: entries.length - of('deleted').length }]);
  });
});
