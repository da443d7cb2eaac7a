import { BY_SERVER } from '../audit/audit-trail.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { deleteStudent, type StudentDataServices } from '../student-data/delete-student.ts';
import {
  countExpiredRows,
  countExpiredStudents,
  countToNotify,
  deleteExpiredRows,
  type ExpiredCount,
  type ExpiredRowKind,
  type ExpiredStudentKind,
  insertNotices,
  isStillExpired,
  type RetentionLimits,
  selectExpiredStudents,
} from './retention-store.ts';
import type { Partner } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';

export type RetentionServices = StudentDataServices & {
  /** Where mails are asked for; left out where nobody sends them. */
  readonly jobs?: Pick<JobQueue, 'sendMailJob'>;
};

const STUDENTS: readonly ExpiredStudentKind[] = ['unconfirmed', 'draft', 'submitted'];
const ROWS: readonly ExpiredRowKind[] = ['login', 'session', 'limit'];

export type ExpiredKind = ExpiredStudentKind | ExpiredRowKind | 'notice';

const DAY_MS = 86_400_000;
/** The owner of a draft is notified so long before it is deleted. */
export const NOTICE_DAYS = 30;

/** Students are removed one by one, with their files; in between everybody else has their turn. */
const STUDENTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1000;

/** What would be removed now, and whose owners would be notified. Changes nothing. */
export async function planRetention(
  parts: RetentionServices,
): Promise<readonly (readonly [ExpiredKind, ExpiredCount])[]> {
  const limits = limitsOf(parts);
  const plan: (readonly [ExpiredKind, ExpiredCount])[] = [];
  for (const kind of STUDENTS) plan.push([kind, await countExpiredStudents(parts.db, kind, limits)]);
  plan.push(['notice', await countToNotify(parts.db, limits)]);
  for (const kind of ROWS) plan.push([kind, await countExpiredRows(parts.db, kind, limits)]);
  return plan;
}

/**
 * Removes what has been kept long enough, in batches, and notifies the owners of drafts that will be next. May be stopped
 * and run again at any time, and by several servers at once: what one has removed, no other finds.
 *
 * @returns how much was removed, and how many owners were notified
 */
export async function removeExpired(parts: RetentionServices): Promise<ReadonlyMap<ExpiredKind, number>> {
  const limits = limitsOf(parts);
  const removed = new Map<ExpiredKind, number>();
  for (const kind of STUDENTS) removed.set(kind, await removeStudents(parts, kind, limits));
  removed.set('notice', await notifyOwners(parts, limits));
  for (const kind of ROWS)
    removed.set(
      kind,
      await inBatches(ROWS_AT_ONCE, (most) => deleteExpiredRows(parts.db, kind, limits, most)),
    );
  return removed;
}

/** One at a time: a draft that its owner opens in this moment stays. */
async function removeStudents(
  parts: RetentionServices,
  kind: ExpiredStudentKind,
  limits: RetentionLimits,
): Promise<number> {
  let removed = 0;
  await inBatches(STUDENTS_AT_ONCE, async (most) => {
    const found = await selectExpiredStudents(parts.db, kind, limits, most);
    for (const { id, username } of found) {
      const { accounts } = await deleteStudent(parts, username, {
        by: BY_SERVER,
        onlyIf: (transaction) => isStillExpired(transaction, kind, limits, id),
      });
      removed += accounts;
    }
    return found.length;
  });
  return removed;
}

async function notifyOwners(
  { db, jobs, clock }: RetentionServices,
  limits: RetentionLimits,
): Promise<number> {
  if (jobs === undefined) return 0;
  return inBatches(STUDENTS_AT_ONCE, (most) =>
    db.transaction().execute(async (transaction) => {
      const owners = await insertNotices(transaction, limits, clock(), most);
      for (const username of owners) await jobs.sendMailJob({ kind: 'unused', username }, transaction);
      return owners.length;
    }),
  );
}

/** @returns how many there were in all */
async function inBatches(most: number, work: (most: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await work(most);
    sum += done;
    if (done < most) return sum;
  }
}

function limitsOf({ clock, questionnaire }: RetentionServices): RetentionLimits {
  const lifetimes: Lifetimes = lifetimesOf(questionnaire.partner);
  const now = clock().getTime();
  const before = (days: number): Date => new Date(now - days * DAY_MS);
  return {
    unconfirmed: before(lifetimes.unconfirmed_days),
    login: before(lifetimes.login_days),
    session: before(lifetimes.session_days),
    limit: before(0),
    draft: before(lifetimes.draft_days),
    notified: before(NOTICE_DAYS),
    toNotify: before(lifetimes.draft_days - NOTICE_DAYS),
    submitted: before(lifetimes.submitted_days),
  };
}

/** Days that each is kept, where the partner does not say otherwise (decision 17). */
const DEFAULT_DAYS = {
  /** After the sign-up, and after the last one of several. */
  unconfirmed_days: 30,
  /** A student's newest log-in stays: it shows when an application was last used. */
  login_days: 400,
  /** After they have ended by themselves. */
  session_days: 1,
  /** After the last log-in. */
  draft_days: 365,
  /** After the submission. */
  submitted_days: 1096,
} as const;

/** Each in days. */
type Lifetimes = Readonly<Record<keyof typeof DEFAULT_DAYS, number>>;

/** How long what is known of students is kept, by the partner's settings; the check has looked at them. */
function lifetimesOf({ retention }: Partner): Lifetimes {
  const given = isRecord(retention) ? retention : {};
  const daysOf = (name: keyof Lifetimes): number => {
    const days = given[name];
    return typeof days === 'number' ? days : DEFAULT_DAYS[name];
  };
  return {
    unconfirmed_days: daysOf('unconfirmed_days'),
    login_days: daysOf('login_days'),
    session_days: daysOf('session_days'),
    draft_days: daysOf('draft_days'),
    submitted_days: daysOf('submitted_days'),
  };
}
