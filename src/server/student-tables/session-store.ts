import type { Database } from '#server/database/database.ts';
import { hashToken } from '#server/http/secret-token.ts';
import { MOST_EXPORTED, OWN_ADDRESS } from './account-store.ts';

/** Idle timeout of a session (longer than the page's own fifteen minutes). */
const SESSION_IDLE_MS = 30 * 60_000;
/** Maximum lifetime of a session. */
const SESSION_LIFE_MS = 12 * 3_600_000;
/** Allowed clock difference between servers. A session seen later than that ends: the clock was set back. */
const SESSION_AHEAD_MS = 5 * 60_000;

export type Session = Readonly<NonNullable<Awaited<ReturnType<typeof findSession>>>>;

function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_MS);
}

type NewSession = { readonly now: Date; readonly device?: string; readonly byPasskey?: boolean };

/** Opens a session and deletes the student's expired ones. */
export async function startSession(
  db: Database,
  token: string,
  studentId: string,
  { now, device = '', byPasskey = false }: NewSession,
): Promise<void> {
  await db
    .with('ended', (query) =>
      query.deleteFrom('session').where('student_id', '=', studentId).where('seen_at', '<', idleSince(now)),
    )
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      created_at: now,
      seen_at: now,
      device,
      by_passkey: byPasskey,
    })
    .execute();
}

/** Returns the session of a token unless it has expired. */
export function findSession(db: Database, token: string, now: Date) {
  return liveSessionOf(db, token, now).executeTakeFirst();
}

/** Query of {@link findSession}, which callers extend with application columns. */
export function liveSessionOf(db: Database, token: string, now: Date) {
  return db
    .selectFrom('session')
    .innerJoin('student', 'student.id', 'session.student_id')
    .innerJoin('application', 'application.student_id', 'session.student_id')
    .select((given) => [
      'session.token_hash as tokenHash',
      'session.student_id as studentId',
      OWN_ADDRESS.as('username'),
      'student.language',
      'session.seen_at as seenAt',
      // Approximate, in bytes.
      given.fn<number>('pg_column_size', ['application.answers']).as('size'),
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.seen_at', '>', idleSince(now))
    .where('session.seen_at', '<', new Date(now.getTime() + SESSION_AHEAD_MS))
    .where('session.created_at', '>', new Date(now.getTime() - SESSION_LIFE_MS));
}

/** Marks a session as used and deletes some expired ones. A clock set back cannot revive them. Skips locked rows. */
export async function touchSession(db: Database, tokenHash: Buffer, now: Date): Promise<void> {
  const sessions = db.selectFrom('session').select('token_hash').forUpdate().skipLocked();
  const ended = sessions.where('seen_at', '<', idleSince(now)).limit(10);
  await db
    .with('ended', (query) => query.deleteFrom('session').where('token_hash', 'in', ended))
    .updateTable('session')
    .set({ seen_at: now })
    .where('token_hash', 'in', sessions.where('token_hash', '=', tokenHash))
    .execute();
}

/** Returns when a session's student last proved to be its owner; undefined once it has ended. */
export async function lastProof(db: Database, tokenHash: Buffer): Promise<Date | undefined> {
  const session = db
    .selectFrom('session')
    .select(({ fn }) => fn.coalesce('proved_at', 'created_at').as('at'))
    .where('token_hash', '=', tokenHash);
  return (await session.executeTakeFirst())?.at;
}

/** Stores that the password was entered in a session. */
export async function recordProof(db: Database, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('session').set({ proved_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

type Ended = { readonly except?: Buffer; readonly only?: Buffer | undefined };

/** Ends sessions of a student, optionally except one, or only one. @returns their number */
export async function endSessionsOf(
  db: Database,
  studentId: string,
  { except, only }: Ended = {},
): Promise<number> {
  let sessions = db.deleteFrom('session').where('student_id', '=', studentId);
  if (except) sessions = sessions.where('token_hash', '!=', except);
  if (only) sessions = sessions.where('token_hash', '=', only);
  return Number((await sessions.executeTakeFirst()).numDeletedRows);
}

/** Returns a student's live sessions, last used first: at most a hundred. */
export function liveSessions(db: Database, studentId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'device', 'by_passkey as byPasskey'])
    .select(['created_at as createdAt', 'seen_at as seenAt'])
    .where('student_id', '=', studentId)
    .where('seen_at', '>', idleSince(now))
    .where('created_at', '>', new Date(now.getTime() - SESSION_LIFE_MS))
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute();
}

/** A page of the session list, for one address or all. */
export type SessionRange = {
  /** Address of one student; '' for all. */
  readonly username: string;
  readonly offset: number;
  readonly limit: number;
};

/** Lists sessions without their tokens, last used first. @returns those of the range, and the total */
export async function listSessions(db: Database, { username, offset, limit }: SessionRange) {
  const all = db
    .selectFrom('session')
    .innerJoin('student', 'student.id', 'session.student_id')
    .$if(username !== '', (query) => query.where('student.username', '=', username));
  const { total } = await all.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const sessions = await all
    .select([OWN_ADDRESS.as('username'), 'session.created_at', 'session.seen_at'])
    .orderBy('session.seen_at', 'desc')
    // Stable order across pages for equal times.
    .orderBy('session.token_hash')
    .offset(offset)
    .limit(limit)
    .execute();
  return {
    total: Number(total),
    sessions: sessions.map(({ username: of, created_at, seen_at }) => ({
      username: of,
      since: created_at.toISOString(),
      lastSeen: seen_at.toISOString(),
    })),
  };
}

/** Returns a student's sessions for export: times and devices. */
export function exportSessions(db: Database, studentId: string): Promise<object[]> {
  return db
    .selectFrom('session')
    .select(['created_at', 'seen_at', 'device', 'by_passkey'])
    .where('student_id', '=', studentId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

/** First match wins: later names also occur in the User-Agents of earlier ones. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns browser and system of a User-Agent, e.g. `Firefox, Windows`. The full header could identify a browser. */
export function deviceName(userAgent = ''): string {
  return [BROWSERS, SYSTEMS]
    .flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
    .join(', ');
}
