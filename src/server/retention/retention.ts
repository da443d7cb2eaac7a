import { BY_SERVER } from '../audit/audit-trail.ts';
import { repeatWork } from '../http/background-work.ts';
import type { OnError } from '../http/error-log.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { forgetExpiredPrefills } from '../prefill/prefill-store.ts';
import { forgetExpiredTokens } from '../service/service-token-store.ts';
import { longTransaction, type Transaction } from '../database/database.ts';
import { deleteStudent, type StudentDataServices } from '../student-data/delete-student.ts';
import {
  countExpired,
  deleteExpiredRows,
  EXPIRED_ROWS,
  EXPIRED_STUDENTS,
  type ExpiredCount,
  type ExpiredKind,
  insertNotices,
  isStillExpired,
  type RetentionLimits,
  selectExpiredStudents,
} from './retention-store.ts';
import type { ApplicationFilter } from '../student-tables/cycle-store.ts';

export type RetentionServices = StudentDataServices & {
  /** Absent if nobody sends mails. */
  readonly jobs?: Pick<JobQueue, 'sendMailJob'>;
  /** Restricts it to some submitted applications. */
  readonly filter?: ApplicationFilter | undefined;
};

const DAY_MS = 86_400_000;
/** Days between the notice and the deletion of a draft. */
export const NOTICE_DAYS = 30;

/** Students are deleted one by one, with their files, so that other work can run in between. */
const STUDENTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1000;

const UPKEEP_MS = 6 * 3_600_000;

/** Retention of events: an admissions cycle of a year, and a month to review its end. */
const AUDIT_KEPT_MS = 400 * 86_400_000;

/** Deletes expired data now and every few hours; errors are logged, and do not block other steps. */
export function startUpkeep(parts: RetentionServices, onError: OnError): () => Promise<void> {
  const steps = [
    async () => parts.audit.forgetBefore(new Date(parts.clock().getTime() - AUDIT_KEPT_MS)),
    async () => forgetExpiredPrefills(parts.db, parts.clock()),
    async () => forgetExpiredTokens(parts.db, parts.clock()),
    async () => removeExpired(parts),
  ];
  const report = (error: unknown): void => {
    for (const each of error instanceof AggregateError ? error.errors : [error]) onError('upkeep', each);
  };
  const forget = async (): Promise<void> => {
    for (const step of steps) await step().catch(report);
  };
  return repeatWork(forget, UPKEEP_MS, report);
}

/** Plans deletions and notices without changing anything. */
export async function planRetention(
  parts: RetentionServices,
): Promise<readonly (readonly [ExpiredKind, ExpiredCount])[]> {
  const limits = limitsOf(parts);
  const plan: (readonly [ExpiredKind, ExpiredCount])[] = [];
  const all = [...EXPIRED_STUDENTS, 'notice', ...EXPIRED_ROWS] as const;
  for (const kind of parts.filter ? (['submitted'] as const) : all)
    plan.push([kind, await countExpired(parts.db, kind, limits)]);
  return plan;
}

/**
 * Deletes expired data in batches, and notifies owners of expiring drafts. Can be interrupted and repeated at any time,
 * on several servers.
 * @returns the number of deletions and notices by kind
 * @throws the error of a step, after the others; AggregateError for several
 */
export async function removeExpired(parts: RetentionServices): Promise<ReadonlyMap<ExpiredKind, number>> {
  const limits = limitsOf(parts);
  const removed = new Map<ExpiredKind, number>();
  const errors: unknown[] = [];
  const step = async (kind: ExpiredKind, work: () => Promise<number>): Promise<void> => {
    await work().then(
      (count) => removed.set(kind, count),
      (error: unknown) => errors.push(error),
    );
  };
  const isWhole = parts.filter === undefined;
  for (const kind of isWhole ? EXPIRED_STUDENTS : (['submitted'] as const))
    await step(kind, () => removeStudents(parts, kind, limits));
  if (isWhole) await step('notice', () => notifyOwners(parts, limits));
  for (const kind of isWhole ? EXPIRED_ROWS : []) {
    const remove = (most: number): Promise<number> => deleteExpiredRows(parts.db, kind, limits, most);
    await step(kind, () => inBatches(ROWS_AT_ONCE, remove));
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
  return removed;
}

/** One at a time, so that a draft opened by its owner in the meantime stays. */
async function removeStudents(
  parts: RetentionServices,
  kind: (typeof EXPIRED_STUDENTS)[number],
  limits: RetentionLimits,
): Promise<number> {
  let removed = 0;
  /** By student not deleted, e.g. while files cannot be removed. */
  const errors = new Map<string, unknown>();
  await inBatches(STUDENTS_AT_ONCE, async (most) => {
    const found = await selectExpiredStudents(parts.db, kind, limits, most + errors.size);
    const next = found.filter(({ id }) => !errors.has(id)).slice(0, most);
    for (const { id, username, past_id: pastId } of next) {
      const onlyIf = (transaction: Transaction): Promise<boolean> =>
        isStillExpired(transaction, kind, limits, id);
      await deleteStudent(parts, username, { by: BY_SERVER, onlyIf, pastId: pastId ?? undefined }).then(
        ({ accounts }) => (removed += accounts),
        (error: unknown) => errors.set(id, error),
      );
    }
    return next.length;
  });
  if (errors.size > 0) throw new AggregateError(errors.values(), `${errors.size} students stay.`);
  return removed;
}

async function notifyOwners(
  { db, jobs, clock }: RetentionServices,
  limits: RetentionLimits,
): Promise<number> {
  if (jobs === undefined) return 0;
  return inBatches(STUDENTS_AT_ONCE, (most) =>
    longTransaction(db, async (transaction) => {
      const owners = await insertNotices(transaction, limits, clock(), most);
      for (const username of owners) await jobs.sendMailJob({ kind: 'unused', username }, transaction);
      return owners.length;
    }),
  );
}

/** @returns the total */
async function inBatches(most: number, work: (most: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await work(most);
    sum += done;
    if (done < most) return sum;
  }
}

/** Returns the time limits from the partner's validated retention settings. */
function limitsOf({ clock, questionnaire, filter }: RetentionServices): RetentionLimits {
  const now = clock().getTime();
  const before = (age: number): Date => new Date(now - age * DAY_MS);
  const days = { ...DEFAULT_DAYS, ...questionnaire.partner.retention };
  return {
    unconfirmed: before(days.unconfirmed_days),
    login: before(days.login_days),
    session: before(days.session_days),
    limit: before(0),
    draft: before(days.draft_days),
    notified: before(NOTICE_DAYS),
    notice: before(days.draft_days - NOTICE_DAYS),
    submitted: before(days.submitted_days),
    filter,
  };
}

/** Default retention in days (decision 17). */
const DEFAULT_DAYS = {
  /** After the last sign-up. */
  unconfirmed_days: 30,
  /** A student's newest log-in is always kept: it shows the last use of an application. */
  login_days: 400,
  /** After their end. */
  session_days: 1,
  /** After the last log-in. */
  draft_days: 365,
  /** After the submission. */
  submitted_days: 1096,
} as const;
