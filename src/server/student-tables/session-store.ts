import type { Database } from '#server/database/database.ts';
import { hashToken } from '#server/http/secret-token.ts';

/** A session ends after this long without a call (longer than the page's own fifteen minutes), … */
const SESSION_IDLE_MS = 30 * 60_000;
/** … and in any case after this long. */
const SESSION_LIFE_MS = 12 * 3_600_000;
/** Servers may differ by so much. A session that was seen later than now ends: the clock was put back since. */
const SESSION_AHEAD_MS = 5 * 60_000;

export type Session = {
  readonly tokenHash: Buffer;
  readonly studentId: string;
  readonly username: string;
  readonly seenAt: Date;
  /** About how many bytes the student's answers take. */
  readonly size: number;
};

function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_MS);
}

type NewSession = { readonly now: Date; readonly device?: string; readonly byPasskey?: boolean };

/** Opens a session and deletes expired ones of the student. */
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

/** The session of a token while it is neither idle nor old. */
export function findSession(db: Database, token: string, now: Date): Promise<Session | undefined> {
  return liveSessionOf(db, token, now).executeTakeFirst();
}

/** The query of {@link findSession}, to which calls add what they read of the application. */
export function liveSessionOf(db: Database, token: string, now: Date) {
  return db
    .selectFrom('session')
    .innerJoin('student', 'student.id', 'session.student_id')
    .innerJoin('application', 'application.student_id', 'session.student_id')
    .select((given) => [
      'session.token_hash as tokenHash',
      'session.student_id as studentId',
      'student.username',
      'session.seen_at as seenAt',
      given.fn<number>('pg_column_size', ['application.answers']).as('size'),
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.seen_at', '>', idleSince(now))
    .where('session.seen_at', '<', new Date(now.getTime() + SESSION_AHEAD_MS))
    .where('session.created_at', '>', new Date(now.getTime() - SESSION_LIFE_MS));
}

/** Marks a session as used, and deletes some expired ones, which a clock put back cannot revive. Skips locked rows. */
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

/** When a session was opened; undefined once it has ended. */
export async function sessionSince(db: Database, tokenHash: Buffer): Promise<Date | undefined> {
  const session = db.selectFrom('session').select('created_at').where('token_hash', '=', tokenHash);
  return (await session.executeTakeFirst())?.created_at;
}

export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/** Ends the sessions of a student, all or all but one. @returns their number */
export async function endSessionsOf(db: Database, studentId: string, except?: Buffer): Promise<number> {
  const sessions = db.deleteFrom('session').where('student_id', '=', studentId);
  const ended = sessions.$if(except !== undefined, (query) =>
    query.where('token_hash', '!=', except ?? Buffer.alloc(0)),
  );
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

/** The live sessions of a student, the last used first. */
export function liveSessions(db: Database, studentId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'device', 'by_passkey as byPasskey'])
    .select(['created_at as createdAt', 'seen_at as seenAt'])
    .where('student_id', '=', studentId)
    .where('seen_at', '>', idleSince(now))
    .where('created_at', '>', new Date(now.getTime() - SESSION_LIFE_MS))
    .orderBy('seen_at', 'desc')
    .execute();
}

/** Ends one other session of the student whose session this is. @returns 1, or 0 where it has ended */
export async function endOtherSession(db: Database, own: Session, tokenHash: Buffer): Promise<number> {
  const other = db.deleteFrom('session').where('token_hash', '=', tokenHash);
  const ended = other.where('student_id', '=', own.studentId).where('token_hash', '!=', own.tokenHash);
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

/** A page of the session list, for one address or for all. */
export type SessionRange = {
  /** Of one student; empty for all. */
  readonly username: string;
  readonly offset: number;
  readonly limit: number;
};

/** Sessions in the database without their tokens, the last used first. @returns those of the range, and how many there are */
export async function listSessions(db: Database, { username, offset, limit }: SessionRange) {
  const all = db
    .selectFrom('session')
    .innerJoin('student', 'student.id', 'session.student_id')
    .$if(username !== '', (query) => query.where('student.username', '=', username));
  const { total } = await all.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const sessions = await all
    .select(['student.username', 'session.created_at', 'session.seen_at'])
    .orderBy('session.seen_at', 'desc')
    // Those of one moment, too, have an order that stays from page to page.
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

/** The sessions of a student for the export: times and devices. */
export function exportSessions(db: Database, studentId: string): Promise<object[]> {
  return db
    .selectFrom('session')
    .select(['created_at', 'seen_at', 'device', 'by_passkey'])
    .where('student_id', '=', studentId)
    .execute();
}

/** By the first that fits: the later ones are in the name of the earlier ones too. */
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

/** Browser and system of a User-Agent, e.g. `Firefox, Windows`. The header itself could identify a browser. */
export function deviceName(userAgent = ''): string {
  return [BROWSERS, SYSTEMS]
    .flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
    .join(', ');
}
