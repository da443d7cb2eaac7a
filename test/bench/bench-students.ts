import { randomBytes, randomUUID } from 'node:crypto';
import type { Answers } from '../../src/form/definition/definition.ts';
import { type Database, openStorage, type StorageSettings } from '../../src/server/database/database.ts';
import { startSession } from '../../src/server/student-tables/session-store.ts';

const AT_ONCE = 500;

type Accounts = {
  readonly passwordHash?: string;
  /** The local part of an address. Default: the student's ID. */
  readonly nameOf?: (index: number) => string;
};

/** A confirmed student with a started application and an open session. */
export type BenchStudent = { readonly id: string; readonly token: string };

/** Inserts students into a database not in use by a server; rate limits prevent that many sign-ups. */
export async function seedStudents(
  settings: StorageSettings,
  count: number,
  answers: Answers,
  { passwordHash = 'none', nameOf }: Accounts = {},
): Promise<readonly BenchStudent[]> {
  const storage = await openStorage(settings);
  const ids = Array.from({ length: count }, () => randomUUID());
  const students = ids.map((id, index) => ({
    id,
    username: `${nameOf?.(index) ?? id}@example.org`,
    password_hash: passwordHash,
    token: randomBytes(32).toString('base64url'),
  }));
  for (let at = 0; at < students.length; at += AT_ONCE)
    await storage.db
      .transaction()
      .execute((transaction) => seed(transaction, students.slice(at, at + AT_ONCE), answers));
  await storage.close();
  return students;
}

type SeededStudent = BenchStudent & { readonly username: string; readonly password_hash: string };

/** Spreads last-seen times over a minute, so that session updates do not coincide. */
async function seed(db: Database, students: readonly SeededStudent[], answers: Answers): Promise<void> {
  const now = new Date();
  const account = { confirmed_at: now, created_at: now };
  await db
    .insertInto('student')
    .values(students.map(({ id, username, password_hash }) => ({ ...account, id, username, password_hash })))
    .execute();
  const empty = JSON.stringify({});
  const rest = { tabs: empty, counts: empty, validations: empty, last_page: null, submitted_at: null };
  const saved = Object.fromEntries(Object.keys(answers).map((key) => [key, 1]));
  const stored = { answers: JSON.stringify(answers), versions: JSON.stringify(saved), version: 1 };
  await db
    .insertInto('application')
    .values(students.map(({ id }) => ({ ...rest, ...stored, student_id: id })))
    .execute();
  for (const [at, { id, token }] of students.entries())
    await startSession(db, token, id, { now: new Date(now.getTime() - (at % 60) * 1000) });
}

/** Returns the request headers of a student's page. */
export function headersOf(student: BenchStudent | undefined): Record<string, string> {
  return {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    cookie: `matricula_session=${student?.token ?? ''}`,
  };
}

/** Calls the server as a student's page: reads without a body, else writes. @throws Error if refused */
export function callAs(origin: string, student: BenchStudent | undefined) {
  return async (address: string, body?: object, method = 'POST'): Promise<Response> => {
    const sent = body === undefined ? {} : { method, body: JSON.stringify(body) };
    const response = await fetch(origin + address, { headers: headersOf(student), ...sent });
    if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
    return response;
  };
}
