import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { countAnswers } from '#server/operator/count-answers.ts';
import { runOperation } from '#server/operator/operations.ts';
import { fingerprintOf, readCopyState } from '#server/pdf/copy-state.ts';
import { createServiceToken } from '#server/service/service-token-store.ts';
import { rotateSecret } from '#server/operator/rotate-secret.ts';
import { addPrefill, claimPrefill } from '#server/prefill/prefill-store.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import type { Storage } from '#server/database/database.ts';
import { createEncryptedFiles } from '#server/files/open-files.ts';
import { openEncryptedDatabase } from '#server/student-tables/encrypted-database.ts';
import { CONVERTED, createTestApp, operatorServices, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { dumpTables, filesWith } from '#test/support/search-stored.ts';
import { attachConverted, fileOf } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { idOf, logIn, logInAgain, StudentClient } from './student-client.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const CANARY = 'canary-of-ada';
const FIRST = createHash('sha256').update('first').digest();
const SECOND = createHash('sha256').update('second').digest();

/** A server on a database with these keys. */
async function startServer(storage: Storage, keys: readonly Buffer[], plain?: TestApp): Promise<TestApp> {
  const dataKeys = createDataKeys(keys);
  const { db } = await openEncryptedDatabase(storage.db, { dataKeys: keys });
  const given = plain ?? (await createTestApp({ storage }));
  if (plain === undefined) await given.app.close();
  const files = dataKeys ? createEncryptedFiles(given.files, dataKeys) : given.files;
  const questionnaire = documentQuestionnaire();
  const server = await createTestApp({ storage: { ...storage, db }, files, questionnaire });
  return { ...server, folder: given.folder, files: { ...given.files, ...files } };
}

async function dump(storage: Storage): Promise<string> {
  return (await dumpTables(storage)).join('\n');
}

describe.each(testEngines)('an encrypted answer, on $engine', async ({ open }) => {
  let ada: StudentClient;
  const file = fileOf('pdf', 900);
  const storage = await open();
  const server = await startServer(storage, [FIRST]);
  beforeAll(async () => {
    ada = await logIn(server, 'ada@example.org');
  });
  afterAll(() => server.close());

  const start = (...keys: Buffer[]) => openEncryptedDatabase(storage.db, { dataKeys: keys });
  const save = (answer: object, by = ada) => by.call('PUT', '/api/answer', { answer });
  const answersOf = async (by = ada) => (await by.call('GET', '/api/profile')).body['answer'];

  test('is read as saved, and is in no table, file or log line', async () => {
    expect((await save({ pier: `${CANARY} one`, beach: 'said before' })).status).toBe(200);
    expect((await save({ pier: CANARY, colour: 'blue' })).status).toBe(200);
    await attachConverted(server, ada, 'plan', { bytes: file, name: `${CANARY}.pdf` });
    expect(await answersOf()).toMatchObject({ pier: CANARY, colour: 'blue', beach: 'said before' });
    expect((await ada.call('GET', '/api/document-answer')).body).toMatchObject({
      plan: { file_name: `${CANARY}.pdf` },
    });
    expect((await ada.call('GET', '/api/pdf/document-answer/plan')).body).toMatchObject({
      status: 'COMPLETED',
      thumbnail: Buffer.from('a small picture').toString('base64'),
    });
    const stored = await dump(storage);
    for (const secret of [CANARY, 'said before', '"colour"', 'blue']) expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from('a small picture').toString('hex'));
    expect(filesWith(server.folder, file.subarray(0, 40))).toEqual([]);
    expect(filesWith(server.folder, Buffer.from('%PDF-1.7 converted'))).toEqual([]);
    expect(server.logged.join('')).not.toContain(CANARY);
    expect(JSON.stringify(server.mails)).not.toContain(CANARY);
  });

  test('cannot be guessed from the fingerprint of a PDF copy', async () => {
    const studentId = await idOf(server, 'ada@example.org');
    const { definition } = documentQuestionnaire();
    const { db } = server.storage;
    const state = await readCopyState({ clock: server.now, db, definition, partner: 'toy' }, studentId);
    if (state === undefined) throw new Error('Nothing is saved.');
    const guess = createHash('sha256').update(JSON.stringify(state.shown)).digest('base64url');
    expect(fingerprintOf(storage.db, state)).toBe(guess);
    expect(fingerprintOf(db, state)).not.toBe(guess);
  });

  test('is merged, cleared and in conflict like any other', async () => {
    const bob = await logIn(server, 'bob@example.org');
    await save({ pier: CANARY }, bob);
    const late = await bob.call('PUT', '/api/answer', { answer: { pier: 'other' }, base_version: 0 });
    expect(late).toMatchObject({ status: 409, body: { conflicts: { pier: { theirs: CANARY } } } });
    await save({ pier: '' }, bob);
    expect(await answersOf(bob)).toMatchObject({ pier: '' });
    const both = [save({ pier: 'west' }, bob), save({ beach: 'south' }, bob)];
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await answersOf(bob)).toMatchObject({ pier: 'west', beach: 'south' });
  });

  test('is counted without its text, and in the export of a student', async () => {
    const { db } = server.storage;
    const questionnaire = documentQuestionnaire();
    const counts = await countAnswers({ db, questionnaire, partner: 'toy' });
    expect(counts['toy']?.answers).toMatchObject({ pier: { drafts: 2, submitted: 0 } });
    expect(JSON.stringify(counts)).not.toContain(CANARY);
    const parts = { ...operatorServices(server), questionnaire };
    const exported = await exportStudent(parts, 'ada@example.org', 'operator');
    const json = await text(Readable.from(exported ?? []));
    expect(json).toContain(CANARY);
    expect(json).toContain(CONVERTED.document.toString('base64'));
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
    const studentId = await idOf(server, 'cleo@example.org');
    const { token } = await createServiceToken(outside, { studentId, purpose: 'link', lifeMs: 60_000 });
    const viewer = new StudentClient(server.app);
    const view = await viewer.call('GET', `/service/tmp-pdf?service_token=${token}`);
    expect(JSON.stringify(view.body)).toContain(CANARY);
    const out = temporaryFolder();
    const parts = { ...operatorServices(server), questionnaire: documentQuestionnaire() };
    const order = { kind: 'export-applications', since: '2026-02-01', out, cycle: 'all' } as const;
    for (const format of ['json', 'csv'] as const)
      await runOperation(parts, { ...order, format, operator: 'Grace' });
    const exported = filesWith(out, Buffer.from(CANARY));
    expect(exported.map((name) => path.extname(name)).toSorted()).toEqual(['.csv', '.json']);
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

  test('cannot be read from another row or column, and is not overwritten there', async () => {
    const [from, to] = [await idOf(server, 'ada@example.org'), await idOf(server, 'bob@example.org')];
    const bob = await logInAgain(server, 'bob@example.org');
    const put = (answers: ReturnType<typeof sql>) =>
      sql`update application set answers = ${answers} where student_id = ${to}`.execute(storage.db);
    const { answers: own } = await storage.db
      .selectFrom('application')
      .select('answers')
      .where('student_id', '=', to)
      .executeTakeFirstOrThrow();
    for (const other of [sql`(select answers from application where student_id = ${from})`, sql`versions`]) {
      await put(other);
      expect((await bob.call('GET', '/api/profile')).status).toBe(500);
      expect((await save({ colour: 'red' }, bob)).status).toBe(500);
    }
    await put(sql`${JSON.stringify(own)}::jsonb`);
    expect(await answersOf(bob)).toMatchObject({ pier: 'west' });
  });

  test('is read with an older key, and re-encrypted with the first on demand', async () => {
    const rotated = await startServer(storage, [SECOND, FIRST], server);
    const dora = await logIn(rotated, 'dora@example.org');
    await save({ pier: `${CANARY} new` }, dora);
    const done = await rotateSecret(operatorServices(rotated), { kind: 'rotate-secret', mode: 'data' });
    expect(done).toMatch(/^Encrypted \d applications, 1 submissions and \d files with the first key\./);
    await rotated.app.close();
    const later = await startServer(storage, [SECOND], server);
    const again = await logInAgain(later, 'ada@example.org');
    expect(await answersOf(again)).toMatchObject({ pier: CANARY, colour: 'blue' });
    expect((await again.call('GET', '/api/pdf/document-answer/plan')).body).toMatchObject({
      thumbnail: Buffer.from('a small picture').toString('base64'),
    });
    const laterParts = { ...operatorServices(later), questionnaire: documentQuestionnaire() };
    const read = await exportStudent(laterParts, 'ada@example.org', 'operator');
    expect(await text(Readable.from(read ?? []))).toContain(CONVERTED.document.toString('base64'));
    await later.app.close();
  });

  test('prevents a start without its key', async () => {
    await expect(start()).rejects.toThrow('DATA_KEY is missing: something in the database is encrypted');
    await expect(start(FIRST)).rejects.toThrow(/^DATA_KEY lacks the key [\da-f]{8}, with which something/);
    expect(await start(SECOND)).toMatchObject({ isAllEncrypted: true });
  });
});

describe.each(testEngines)('an unencrypted database, on $engine', ({ open }) => {
  test('is encrypted on demand, and reported at the start until then', async () => {
    const storage = await open();
    const before = await startServer(storage, []);
    const ada = await logIn(before, 'ada@example.org');
    await ada.call('PUT', '/api/answer', { answer: { pier: CANARY } });
    // Encrypted columns have this key.
    await ada.call('POST', '/api/validations', { validations: { '': [CANARY] } });
    const file = fileOf('pdf', 900);
    await attachConverted(before, ada, 'plan', { bytes: file, name: `plan of ${CANARY}.pdf` });
    expect(await dump(storage)).toContain(CANARY);
    const start = () => openEncryptedDatabase(storage.db, { dataKeys: [FIRST] });
    expect(await start()).toMatchObject({ isAllEncrypted: false });
    const server = await startServer(storage, [FIRST], before);
    await rotateSecret(operatorServices(server), { kind: 'rotate-secret', mode: 'data' });
    expect(await dump(storage)).not.toContain(CANARY);
    expect(filesWith(before.folder, file.subarray(0, 40))).toEqual([]);
    expect(await start()).toMatchObject({ isAllEncrypted: true });
    const again = await logInAgain(server, 'ada@example.org');
    expect((await again.call('GET', '/api/profile')).body['answer']).toMatchObject({ pier: CANARY });
    await server.app.close();
    await before.close();
  });
});
