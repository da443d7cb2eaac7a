import { sql } from 'kysely';
import type { Cycle } from '#form/deadlines/cycle.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { decryptedState, encryptionOf } from '#server/encryption/row-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { ADDRESS } from './account-store.ts';
import { type ApplicationFilter, cycleOfRow } from './cycle-store.ts';
import { readInBatches } from './read-in-batches.ts';

/** A student's submission. */
export type Submission = FormState & {
  readonly receipt: string;
  readonly submittedAt: Date;
  /** The form that was answered. */
  readonly definition: FormDefinition;
  /** First moment that would have been late; null when no deadline applied. */
  readonly deadline: Date | null;
  readonly isLate: boolean;
};

/** Stores a definition for the submissions that answer it, once per hash. */
export async function insertDefinition(db: Database, definition: FormDefinition, now: Date): Promise<void> {
  await db
    .insertInto('definition')
    .values({ hash: definition.hash, definition: JSON.stringify(definition), stored_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const formerDefinitions = memoizeByObject((_db: Database) => new Map<string, FormDefinition>());

/** Returns a former definition by hash, or undefined. Each is read once. */
export async function selectDefinition(db: Database, hash: string): Promise<FormDefinition | undefined> {
  const known = formerDefinitions(db);
  const query = db.selectFrom('definition').select('definition').where('hash', '=', hash);
  const definition = known.get(hash) ?? (await query.executeTakeFirst())?.definition;
  if (definition) known.set(hash, definition);
  return definition;
}

/** Returns when a server first started with the newest definition, or undefined. */
export async function selectNewestStart(db: Database): Promise<Date | undefined> {
  const definitions = db.selectFrom('definition').select((eb) => eb.fn.max('stored_at').as('newest'));
  return (await definitions.executeTakeFirst())?.newest ?? undefined;
}

export async function insertSubmission(
  transaction: Transaction,
  studentId: string,
  { receipt, submittedAt, definition, answers, tabs, counts, deadline, isLate }: Submission,
): Promise<void> {
  const encryption = encryptionOf(transaction);
  await transaction
    .insertInto('submission')
    .values({
      student_id: studentId,
      receipt,
      submitted_at: submittedAt,
      definition_hash: definition.hash,
      answers: encryption.seal(`submission.answers:${studentId}`, answers),
      tabs: encryption.seal(`submission.tabs:${studentId}`, tabs),
      counts: encryption.seal(`submission.counts:${studentId}`, counts),
      deadline,
      is_late: isLate,
    })
    .execute();
}

/** Returns a submission's receipt, time and deadline; undefined if there is none. */
export function selectReceipt(db: Database, studentId: string) {
  return db
    .selectFrom('submission')
    .select(['receipt', 'submitted_at as submittedAt', 'deadline', 'is_late as isLate'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/** Returns a student's submission, or undefined. `present`, the current form, is not read again. */
export async function selectSubmission(
  db: Database,
  studentId: string,
  present: FormDefinition,
): Promise<Submission | undefined> {
  const submission = await db
    .selectFrom('submission')
    .leftJoin('definition', (join) =>
      join
        .onRef('definition.hash', '=', 'submission.definition_hash')
        .on('submission.definition_hash', '!=', present.hash),
    )
    .select(['receipt', 'submitted_at as submittedAt', 'submission.answers', 'tabs', 'counts', 'definition'])
    .select(['deadline', 'is_late as isLate'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (submission === undefined) return undefined;
  const opened = decryptedState(db, 'submission', { ...submission, studentId });
  return { ...opened, definition: submission.definition ?? present };
}

type ExportedSubmission = Submission & Readonly<Record<'studentId' | 'username' | 'cycle', string>>;

/** Returns the submissions of receipts, unordered. @param forms by hash @throws Error for a missing form */
export async function selectSubmissionsOf(
  db: Database,
  receipts: readonly string[],
  forms: ReadonlyMap<string, FormDefinition>,
  present: Cycle | undefined,
): Promise<readonly ExportedSubmission[]> {
  const rows = await db
    .selectFrom('submission')
    .innerJoin('student', 'student.id', 'submission.student_id')
    .innerJoin('application', 'application.student_id', 'submission.student_id')
    .select(['submission.student_id as studentId', ADDRESS.as('username'), 'receipt', 'definition_hash'])
    .select(['submission.submitted_at as submittedAt', 'submission.answers', 'submission.tabs'])
    .select(['submission.counts', 'deadline', 'is_late as isLate', cycleOfRow(present).as('cycle')])
    .where('receipt', 'in', receipts)
    .execute();
  return rows.map(({ definition_hash, ...row }) => {
    const definition = forms.get(definition_hash);
    if (definition === undefined) throw new Error(`No definition is kept under ${definition_hash}.`);
    return { ...decryptedState(db, 'submission', row), definition };
  });
}

/** Which submissions are exported. */
export type SubmissionRange = { readonly since: Date; readonly filter: ApplicationFilter };

function submissionsIn(db: Database, { since, filter }: SubmissionRange) {
  return db
    .selectFrom('submission')
    .innerJoin('application', 'application.student_id', 'submission.student_id')
    .where('submission.submitted_at', '>=', since)
    .where(filter);
}

/** Returns the definitions answered by submissions, newest first. */
export async function selectAnsweredDefinitions(
  db: Database,
  range: SubmissionRange,
): Promise<readonly FormDefinition[]> {
  const answered = submissionsIn(db, range).select('definition_hash');
  const rows = await db
    .selectFrom('definition')
    .select('definition')
    .where('hash', 'in', answered)
    .orderBy('stored_at', 'desc')
    .execute();
  return rows.map(({ definition }) => definition);
}

/** Returns the number of submissions. */
export async function countSubmitted(db: Database, range: SubmissionRange): Promise<number> {
  const { count } = await submissionsIn(db, range)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Receipts read per batch. Each batch scans the whole table, which has no index by time. */
const RECEIPTS_AT_ONCE = 5000;

/** Yields the receipts of submissions, earliest first, which stay when a submission is moved. In batches as consumed. */
export async function* selectSubmitted(
  db: Database,
  range: SubmissionRange,
  atOnce: number = RECEIPTS_AT_ONCE,
): AsyncGenerator<string> {
  // Millisecond precision, like Date, or a row could appear in two batches.
  const at = sql<Date>`date_trunc('milliseconds', submission.submitted_at)`;
  let last: { at: Date; receipt: string } | undefined = { at: range.since, receipt: '' };
  while (last !== undefined) {
    const rows: { at: Date; receipt: string }[] = await submissionsIn(db, range)
      .select(['receipt', at.as('at')])
      .where(sql<boolean>`(${at}, receipt) > (${last.at}::timestamptz, ${last.receipt})`)
      .orderBy(at)
      .orderBy('receipt')
      .limit(atOnce)
      .execute();
    for (const { receipt } of rows) yield receipt;
    last = rows[atOnce - 1];
  }
}

/** Returns the keys of all submitted answers. */
export async function selectSubmittedKeys(
  db: Database,
  range: SubmissionRange,
): Promise<ReadonlySet<string>> {
  const encryption = encryptionOf(db);
  const keys = new Set<string>();
  const submissions = readInBatches(db, (transaction, last, most) =>
    submissionsIn(transaction, range)
      .select(['submission.student_id as studentId', 'submission.answers'])
      .where('submission.student_id', '>', last)
      .orderBy('submission.student_id')
      .limit(most)
      .execute(),
  );
  for await (const { studentId, answers } of submissions)
    for (const key of Object.keys(encryption.open(`submission.answers:${studentId}`, answers))) keys.add(key);
  return keys;
}
