import { type RawBuilder, sql } from 'kysely';
import { type Database, longTransaction, type Transaction } from '#server/database/database.ts';
import type { ApplicationFilter } from '#server/student-tables/cycle-store.ts';
import { ADDRESS } from '#server/student-tables/account-store.ts';

/** Kinds of students to delete: unconfirmed accounts, unused drafts, old submissions. */
export const EXPIRED_STUDENTS = ['unconfirmed', 'draft', 'submitted'] as const;
/** Kinds of rows deleted individually. */
export const EXPIRED_ROWS = ['login', 'session', 'limit'] as const;

type ExpiredStudentKind = (typeof EXPIRED_STUDENTS)[number];
type ExpiredRowKind = (typeof EXPIRED_ROWS)[number];
/** `notice`: drafts whose owners are to be notified. */
export type ExpiredKind = ExpiredStudentKind | ExpiredRowKind | 'notice';

/** Number of items, and the last use of the oldest. */
export type ExpiredCount = { readonly count: number; readonly oldest: Date | null };

/**
 * Times before which data has expired. Sessions by their last use, drafts by their owner's, notified before `notified`.
 */
export type RetentionLimits = Readonly<Record<ExpiredKind | 'notified', Date>> & {
  /** Restricts submitted applications. */
  readonly filter?: ApplicationFilter | undefined;
};

/** Time of a student's last use; each use begins with a log-in. */
const LAST_USED = sql<Date>`greatest(student.confirmed_at,
  (select max(login.at) from login where login.student_id = student.id))`;

const LAST_SIGNUP = sql<Date>`greatest(student.created_at,
  (select max(signup_attempt.created_at) from signup_attempt where signup_attempt.student_id = student.id))`;

/** Time of a draft owner's deletion notice, if they have not returned since. */
const NOTIFIED = sql<Date>`(select sent_at from retention_notice
  where retention_notice.student_id = student.id and sent_at > ${LAST_USED})`;

/** An account with past applications stays as long as they do. */
const DRAFTS = sql`from student left join application on application.student_id = student.id
  where student.confirmed_at is not null and application.submitted_at is null
  and not exists (select from student past where past.account_id = student.id)`;

/** Selects `at`, the start of retention, with `id` and `username` of a student, or the `ctid` of a row. */
function expired(kind: ExpiredKind, limits: RetentionLimits): RawBuilder<unknown> {
  switch (kind) {
    case 'unconfirmed':
      return sql`select id, username, ${LAST_SIGNUP} as at from student
        where confirmed_at is null and ${LAST_SIGNUP} < ${limits.unconfirmed}`;
    case 'draft':
      return sql`select student.id, username, ${LAST_USED} as at ${DRAFTS}
        and ${LAST_USED} < ${limits.draft} and ${NOTIFIED} < ${limits.notified}`;
    case 'submitted':
      return sql`select student.id, ${ADDRESS} as username, submitted_at as at,
          case when account_id is not null then student.id end as past_id
        from application join student on student.id = application.student_id
        where submitted_at < ${limits.submitted} and ${limits.filter ?? sql`true`}`;
    case 'notice':
      return sql`select student.id, username, ${LAST_USED} as at ${DRAFTS}
        and ${LAST_USED} < ${limits.notice} and ${NOTIFIED} is null`;
    case 'login':
      return sql`select ctid, at from login where at < ${limits.login}
        and at < (select max(newer.at) from login newer where newer.student_id = login.student_id)`;
    case 'session':
      return sql`select ctid, seen_at as at from session where seen_at < ${limits.session}`;
    default:
      return sql`select ctid, kept_until as at from limit_state where kept_until < ${limits.limit}`;
  }
}

export async function countExpired(
  db: Database,
  kind: ExpiredKind,
  limits: RetentionLimits,
): Promise<ExpiredCount> {
  const counted = sql<ExpiredCount>`
    select count(*)::integer as count, min(at) as oldest from (${expired(kind, limits)}) found`;
  const { rows } = await longTransaction(db, (transaction) => counted.execute(transaction));
  return rows[0] ?? { count: 0, oldest: null };
}

type FoundStudent = { readonly id: string; readonly username: string; readonly past_id?: string | null };

/** Returns the next students, unordered; deleted ones are not found again. */
export async function selectExpiredStudents(
  db: Database,
  kind: ExpiredStudentKind,
  limits: RetentionLimits,
  most: number,
): Promise<readonly FoundStudent[]> {
  const found = sql<FoundStudent>`select * from (${expired(kind, limits)}) found limit ${most}`;
  return (await longTransaction(db, (transaction) => found.execute(transaction))).rows;
}

/** Locks a student, and checks again whether they have expired. */
export async function isStillExpired(
  transaction: Transaction,
  kind: ExpiredStudentKind,
  limits: RetentionLimits,
  id: string,
): Promise<boolean> {
  await sql`select from student where id = ${id} for update`.execute(transaction);
  const found = expired(kind, limits);
  const { rows } = await sql`select from (${found}) found where id = ${id}`.execute(transaction);
  return rows.length > 0;
}

const DELETIONS: Readonly<Record<ExpiredRowKind, (places: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  login: (places) => sql`delete from login where ${places}`,
  session: (places) => sql`delete from session where ${places}`,
  limit: (places) => sql`delete from limit_state where ${places}`,
};

/** Deletes up to `most` rows. @returns their number */
export async function deleteExpiredRows(
  db: Database,
  kind: ExpiredRowKind,
  limits: RetentionLimits,
  most: number,
): Promise<number> {
  const places = sql`ctid = any(array(select ctid from (${expired(kind, limits)}) found limit ${most}))`;
  const deletion = DELETIONS[kind](places);
  const { numAffectedRows } = await longTransaction(db, (transaction) => deletion.execute(transaction));
  return Number(numAffectedRows ?? 0n);
}

/** Records notices for up to `most` students. @returns their addresses */
export async function insertNotices(
  transaction: Transaction,
  limits: RetentionLimits,
  now: Date,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ username: string }>`
    with found as (select id, username from (${expired('notice', limits)}) found limit ${most}),
      noted as (
        insert into retention_notice (student_id, sent_at) select id, ${now}::timestamptz from found
        on conflict (student_id) do update set sent_at = excluded.sent_at
      )
    select username from found`.execute(transaction);
  return rows.map(({ username }) => username);
}
