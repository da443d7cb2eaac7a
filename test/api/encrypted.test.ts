import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { countUses } from '#server/operator/count-answers.ts';
import { runOperation } from '#server/operator/operations.ts';
import { createServiceToken } from '#server/service/service-token-store.ts';
import { rotateSecret } from '#server/operator/rotate-secret.ts';
import { addPrefill, claimPrefill } from '#server/prefill/prefill-store.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import type { Storage } from '#server/database/database.ts';
import { createEncryptedFiles } from '#server/files/open-files.ts';
import { openEncryptedDatabase } from '#server/student-tables/encrypted-database.ts';
import { CONVERTED, createTestApp, operatorServices, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attachConverted, fileOf } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { logIn, PASSWORD, StudentClient } from './student-client.ts';

const CANARY = 'canary-of-ada';
const FIRST = createHash('sha256').update('first').digest();
const SECOND = createHash('sha256').update('second').digest();
const SENSITIVE = ['colour', 'pier'];

function formWith(sensitive: readonly string[]): FormDefinition {
  return { ...documentQuestionnaire().definition, sensitive };
}

/** A server on a database with these keys and sensitive answers. */
async function startServer(storage: Storage, keys: readonly Buffer[], plain?: TestApp): Promise<TestApp> {
  const dataKeys = createDataKeys(keys);
  const definition = formWith(SENSITIVE);
  const { db } = await openEncryptedDatabase(storage.db, { dataKeys: keys }, definition);
  const given = plain ?? (await createTestApp({ storage }));
  if (plain === undefined) await given.app.close();
  const files = dataKeys ? createEncryptedFiles(given.files, dataKeys) : given.files;
  const questionnaire = { ...documentQuestionnaire(), definition };
  const server = await createTestApp({ storage: { ...storage, db }, files, questionnaire });
  return { ...server, folder: given.folder, files: { ...given.files, ...files } };
}

/** Logs in with an existing account. */
async function comeBack(server: TestApp, username: string): Promise<StudentClient> {
  const student = new StudentClient(server.app);
  await student.call('POST', '/public/login', { username, password: PASSWORD });
  return student;
}

/** All rows of all tables, as text. */
async function dump({ db }: Storage): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await sql<{
      row: string;
    }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db);
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  return rows.join('\n');
}

/** Files below a folder that contain these bytes. */
function filesWith(folder: string, bytes: Buffer): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .filter((name) => readFileSync(path.join(folder, name)).includes(bytes));
}

describe.each(testEngines)('a sensitive answer, on $engine', ({ open }) => {
  let storage: Storage;
  let server: TestApp;
  let ada: StudentClient;
  const file = fileOf('pdf', 900);
  beforeAll(async () => {
    storage = await open();
    server = await startServer(storage, [FIRST]);
    ada = await logIn(server, 'ada@example.org');
  });
  afterAll(() => server.close());

  const save = (answer: object, by = ada) => by.call('PUT', '/api/answer', { answer });
  const answersOf = async (by = ada) => (await by.call('GET', '/api/profile')).body['answer'];
  const idOf = async (username: string) =>
    (
      await storage.db
        .selectFrom('student')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id;

  test('is read as saved, and is in no table, file or log line', async () => {
    expect((await save({ pier: `${CANARY} one`, beach: 'said openly' })).status).toBe(200);
    expect((await save({ pier: CANARY, colour: 'blue' })).status).toBe(200);
    await attachConverted(server, ada, 'plan', { bytes: file });
    expect(await answersOf()).toMatchObject({ pier: CANARY, colour: 'blue', beach: 'said openly' });
    expect((await ada.call('GET', '/api/pdf/document-answer/plan')).body).toMatchObject({
      status: 'COMPLETED',
      thumbnail: Buffer.from('a small picture').toString('base64'),
    });
    const stored = await dump(storage);
    expect(stored).toContain('said openly');
    expect(stored).not.toContain(CANARY);
    expect(stored).not.toContain('"colour": "blue"');
    expect(stored).not.toContain(Buffer.from('a small picture').toString('hex'));
    expect(filesWith(server.folder, file.subarray(0, 40))).toEqual([]);
    expect(filesWith(server.folder, Buffer.from('%PDF-1.7 converted'))).toEqual([]);
    expect(server.logged.join('')).not.toContain(CANARY);
    expect(JSON.stringify(server.mails)).not.toContain(CANARY);
  });

  test('is merged, cleared and in conflict like any other', async () => {
    const bob = await logIn(server, 'bob@example.org');
    await save({ pier: CANARY }, bob);
    const late = await bob.call('PUT', '/api/answer', { answer: { pier: 'other' }, base_version: 0 });
    expect(late).toMatchObject({ status: 409, body: { conflicts: { pier: { theirs: CANARY } } } });
    await save({ pier: '' }, bob);
    expect(await answersOf(bob)).toMatchObject({ pier: '' });
    expect(await dump(storage)).toContain('"pier": ""');
  });

  test('is counted by value and in the export of a student', async () => {
    const { db } = server.storage;
    const definition = formWith(SENSITIVE);
    const questionnaire = { ...documentQuestionnaire(), definition };
    expect(await countUses({ db, questionnaire }, ['pier', `pier=${CANARY}`, 'pier=other'])).toEqual([
      'pier: 1 draft, 0 submitted.',
      `pier=${CANARY}: 1 draft, 0 submitted.`,
      'pier=other: 0 drafts, 0 submitted.',
    ]);
    const parts = { ...operatorServices(server), questionnaire };
    const exported = await exportStudent(parts, 'ada@example.org', 'operator');
    const json = await text(Readable.from(exported ?? []));
    expect(json).toContain(CANARY);
    expect(json).toContain(CONVERTED.pdf.toString('base64'));
  });

  test('is in the submission, and in no table', async () => {
    const cleo = await logIn(server, 'cleo@example.org');
    await save({ pier: CANARY }, cleo);
    await attachConverted(server, cleo, 'passport');
    expect((await cleo.call('POST', '/api/submit')).status).toBe(200);
    expect(await answersOf(cleo)).toMatchObject({ pier: CANARY });
    expect(await dump(storage)).not.toContain(CANARY);
  });

  test('is in the service view and in the exports of staff', async () => {
    const { db } = server.storage;
    const outside = { db, random: systemRandomness, clock: server.now };
    const studentId = await idOf('cleo@example.org');
    const { token } = await createServiceToken(outside, { studentId, purpose: 'link', lifeMs: 60_000 });
    const viewer = new StudentClient(server.app);
    const view = await viewer.call('GET', `/service/tmp-pdf?service_token=${token}`);
    expect(JSON.stringify(view.body)).toContain(CANARY);
    const out = mkdtempSync(path.join(tmpdir(), 'encrypted-export-'));
    const questionnaire = { ...documentQuestionnaire(), definition: formWith(SENSITIVE) };
    const parts = { ...operatorServices(server), questionnaire };
    for (const format of ['json', 'csv'] as const) {
      const since = '2026-02-01';
      await runOperation(parts, { kind: 'export-applications', since, out, format, operator: 'Grace' });
    }
    const exported = filesWith(out, Buffer.from(CANARY));
    expect(exported.map((name) => path.extname(name)).toSorted()).toEqual(['.csv', '.json']);
    rmSync(out, { recursive: true });
  });

  test('is in a prefill link, and in no table', async () => {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(server.now().getTime() + 3_600_000);
    const { db } = server.storage;
    const times = { createdAt: server.now(), expiresAt };
    await addPrefill(db, { token, partner: 'toy', answers: { pier: CANARY }, ...times });
    expect(await dump(storage)).not.toContain(CANARY);
    const claim = { token, partner: 'toy', presented: undefined, offered: 'browser', now: server.now() };
    expect(await claimPrefill(db, claim)).toMatchObject({ answers: { pier: CANARY } });
  });

  test('cannot be read from another row or under another key', async () => {
    const [from, to] = [await idOf('ada@example.org'), await idOf('bob@example.org')];
    const bob = await comeBack(server, 'bob@example.org');
    const read = async () => (await bob.call('GET', '/api/profile')).status;
    const put = (key: string, value: ReturnType<typeof sql>) =>
      sql`update application set answers = jsonb_set(answers, array[${key}], ${value})
        where student_id = ${to}`.execute(storage.db);
    await put('pier', sql`(select answers -> 'pier' from application where student_id = ${from})`);
    expect(await read()).toBe(500);
    await put('pier', sql`'""'`);
    expect(await read()).toBe(200);
    await save({ colour: 'red' }, bob);
    await put('pier', sql`answers -> 'colour'`);
    expect(await read()).toBe(500);
    await put('pier', sql`'""'`);
  });

  test('is read with an older key, and re-encrypted with the first on demand', async () => {
    const rotated = await startServer(storage, [SECOND, FIRST], server);
    const dora = await logIn(rotated, 'dora@example.org');
    await save({ pier: `${CANARY} new` }, dora);
    const done = await rotateSecret(operatorServices(rotated), { kind: 'rotate-secret', mode: 'data' });
    expect(done).toMatch(/^Encrypted \d applications, 1 submissions and \d files with the first key\./);
    await rotated.app.close();
    const later = await startServer(storage, [SECOND], server);
    const again = await comeBack(later, 'ada@example.org');
    expect(await answersOf(again)).toMatchObject({ pier: CANARY, colour: 'blue' });
    expect((await again.call('GET', '/api/pdf/document-answer/plan')).body).toMatchObject({
      thumbnail: Buffer.from('a small picture').toString('base64'),
    });
    const laterParts = { ...operatorServices(later), questionnaire: documentQuestionnaire() };
    const read = await exportStudent(laterParts, 'ada@example.org', 'operator');
    expect(await text(Readable.from(read ?? []))).toContain(CONVERTED.pdf.toString('base64'));
    await later.app.close();
  });

  test('prevents a start without its key', async () => {
    const definition = formWith(SENSITIVE);
    const start = (...keys: Buffer[]) => openEncryptedDatabase(storage.db, { dataKeys: keys }, definition);
    await expect(start()).rejects.toThrow('DATA_KEY is missing: something in the database is encrypted');
    await expect(start(FIRST)).rejects.toThrow(/^DATA_KEY lacks the key [\da-f]{8}, with which something/);
    expect(await start(SECOND)).toMatchObject({ isAllEncrypted: true });
  });

  test('stays encrypted after the form unmarks it', async () => {
    const { db } = await openEncryptedDatabase(storage.db, { dataKeys: [SECOND] }, formWith([]));
    const older = await createTestApp({
      storage: { ...storage, db },
      questionnaire: documentQuestionnaire(),
    });
    const eva = await logIn(older, 'eva@example.org');
    await save({ pier: CANARY }, eva);
    expect(await dump(storage)).not.toContain(CANARY);
    await older.app.close();
  });
});

describe.each(testEngines)('an unencrypted database, on $engine', ({ open }) => {
  test('is encrypted on demand, and reported at the start until then', async () => {
    const storage = await open();
    const before = await startServer(storage, []);
    const ada = await logIn(before, 'ada@example.org');
    await ada.call('PUT', '/api/answer', { answer: { pier: CANARY } });
    const file = fileOf('pdf', 900);
    await attachConverted(before, ada, 'plan', { bytes: file });
    expect(await dump(storage)).toContain(CANARY);
    const start = () => openEncryptedDatabase(storage.db, { dataKeys: [FIRST] }, formWith(SENSITIVE));
    expect(await start()).toMatchObject({ isAllEncrypted: false });
    const server = await startServer(storage, [FIRST], before);
    await rotateSecret(operatorServices(server), { kind: 'rotate-secret', mode: 'data' });
    expect(await dump(storage)).not.toContain(CANARY);
    expect(filesWith(before.folder, file.subarray(0, 40))).toEqual([]);
    expect(await start()).toMatchObject({ isAllEncrypted: true });
    const again = await comeBack(server, 'ada@example.org');
    expect((await again.call('GET', '/api/profile')).body['answer']).toMatchObject({ pier: CANARY });
    await server.app.close();
    await before.close();
  });
});
