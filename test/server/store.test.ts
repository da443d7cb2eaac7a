import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashToken, makeToken, systemRandomness } from '#server/http/secret-token.ts';
import { insertAccount } from '#server/student-tables/account-store.ts';
import { refundMailOfAccount, consumeMailOfAccount } from '#server/accounts/mail-allowance.ts';
import { putResetId, spendResetId } from '#server/accounts/password-reset-store.ts';
import {
  insertApplication,
  selectApplication,
  updateChoices,
  withLockedApplication,
} from '#server/student-tables/application-store.ts';
import { insertDefinition } from '#server/student-tables/submission-store.ts';
import { migrate } from '#server/database/migrate.ts';
import { readServerSecret } from '#server/database/server-secret.ts';
import { startSession } from '#server/student-tables/session-store.ts';
import { openSuiteStorage, testEngines } from './test-storage.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const MINUTE = 60_000;

function attempt(username: string, passwordHash: string) {
  return { username, passwordHash, tokenHash: hashToken(randomUUID()), now };
}

describe.each(testEngines)('the stores on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);

  async function addStudent() {
    const id = randomUUID();
    const signup = attempt(`${id}@example.org`, 'hash');
    await insertAccount(storage.db, { id, ...signup });
    return { id, username: signup.username, tokenHash: signup.tokenHash, studentId: id, createdAt: now };
  }

  async function addApplicant() {
    const student = await addStudent();
    await storage.db.transaction().execute((trx) => insertApplication(trx, student.id));
    const token = makeToken(systemRandomness);
    await startSession(storage.db, token, student.id, { now });
    return { ...student, token };
  }

  test('migrating again, three at once, changes nothing', async () => {
    const tables = () =>
      storage.db.introspection.getTables().then((found) => found.map(({ name }) => name).toSorted());
    const before = await tables();
    await Promise.all([migrate(storage.db), migrate(storage.db), migrate(storage.db)]);
    expect(await tables()).toEqual(before);
  });

  test('the server secret is the same for parallel reads', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => readServerSecret(storage.db, systemRandomness)));
    const signatures = secrets.map((secret) => secret.sign('the same').toString('hex'));
    expect(new Set(signatures).size).toBe(1);
  });

  test('allows three mails in 15 minutes and ten a day, even in parallel', async () => {
    const { id } = await addStudent();
    const take = (at: Date) => consumeMailOfAccount(storage.db, { studentId: id, isReset: false, now: at });
    const first = await Promise.all(Array.from({ length: 6 }, () => take(now)));
    expect(first.filter((mail) => mail !== undefined)).toHaveLength(3);
    const rest: (number | undefined)[] = [];
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      for (let send = 0; send < 3; send += 1) rest.push(await take(later(quarter * 15 * MINUTE)));
    }
    expect(rest.filter((mail) => mail !== undefined)).toHaveLength(7);
    expect(await take(later(24 * 60 * MINUTE))).toEqual(expect.any(Number));
  });

  test('a failed mail is refunded', async () => {
    const { id } = await addStudent();
    const take = () => consumeMailOfAccount(storage.db, { studentId: id, isReset: false, now });
    const taken = [await take(), await take(), await take()];
    expect(await take()).toBeUndefined();
    await refundMailOfAccount(storage.db, taken[1] ?? 0);
    expect(await take()).toEqual(expect.any(Number));
  });

  test('a retried reset mail adds a valid ID', async () => {
    const { id: studentId, username } = await addStudent();
    const put = (id: string, isAgain: boolean) => putResetId(storage.db, { studentId, id, isAgain, now });
    const reset = (id: string) =>
      spendResetId(storage.db, { username, id, passwordHash: 'changed', now }, async () => undefined);
    await put('an older letter', false);
    await put('first', false);
    await put('second', true);
    await put('third', true);
    expect(await reset('an older letter')).toBe(false);
    expect(await reset('first')).toBe(true);
    expect(await reset('third')).toBe(false);
  });

  test('a session is stored without its token', async () => {
    const { id, token } = await addApplicant();
    const rows = await storage.db.selectFrom('session').selectAll().where('student_id', '=', id).execute();
    const values = rows.flatMap((row) => Object.values(row));
    expect(
      values.map((value) => (value instanceof Buffer ? value.toString('latin1') : String(value))).join(),
    ).not.toContain(token);
  });

  test('two parallel changes of one map are both stored', async () => {
    const { id } = await addApplicant();
    const change = (more: Record<string, number>) =>
      withLockedApplication(storage.db, id, (transaction, { counts }) =>
        updateChoices(transaction, id, { counts: { ...counts, ...more } }),
      );
    await Promise.all([change({ oar: 3 }), change({ boat: 2 })]);
    expect(await selectApplication(storage.db, id)).toMatchObject({ counts: { boat: 2, oar: 3 } });
  });

  test('a definition is stored once, unchanged', async () => {
    const { definition } = toyQuestionnaire();
    await insertDefinition(storage.db, definition, now);
    await insertDefinition(storage.db, definition, later(1));
    const rows = await storage.db
      .selectFrom('definition')
      .selectAll()
      .where('hash', '=', definition.hash)
      .execute();
    expect(rows).toEqual([
      { hash: definition.hash, definition: JSON.parse(JSON.stringify(definition)), stored_at: now },
    ]);
  });
});
