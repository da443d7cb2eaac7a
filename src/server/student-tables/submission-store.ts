import { sql, type Transaction } from 'kysely';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { encryptionOf } from '#server/encryption/answer-encryption.ts';
import { longTransaction, type Database } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';

/** What a student submitted. */
export type Submission = FormState & {
  readonly receipt: string;
  readonly submittedAt: Date;
  /** The one that was answered. */
  readonly definition: FormDefinition;
  /** The moment from which on it would have been late; null where no deadline applied. */
  readonly deadline: Date | null;
  readonly isLate: boolean;
};

/** Keeps a definition for the submissions that answer it. Each is stored once, under its hash. */
export async function insertDefinition(db: Database, definition: FormDefinition, now: Date): Promise<void> {
  await db
    .insertInto('definition')
    .values({ hash: definition.hash, definition: JSON.stringify(definition), stored_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A definition that was in use once; undefined where none is kept under the hash. */
export async function selectDefinition(db: Database, hash: string): Promise<FormDefinition | undefined> {
  const kept = await db
    .selectFrom('definition')
    .select('definition')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return kept?.definition;
}

/** Whether a definition is kept: a server has started with it. */
export async function isDefinitionStored(db: Database, hash: string): Promise<boolean> {
  const row = await db.selectFrom('definition').select('hash').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** When a server first started with the newest definition that is kept; undefined where none is. */
export async function selectNewestStart(db: Database): Promise<Date | undefined> {
  const newest = await db
    .selectFrom('definition')
    .select('stored_at')
    .orderBy('stored_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.stored_at;
}

export async function insertSubmission(
  transaction: Transaction<Tables>,
  studentId: string,
  { receipt, submittedAt, definition, answers, tabs, counts, deadline, isLate }: Submission,
): Promise<void> {
  await transaction
    .insertInto('submission')
    .values({
      student_id: studentId,
      receipt,
      submitted_at: submittedAt,
      definition_hash: definition.hash,
      answers: JSON.stringify(encryptionOf(transaction).seal(`submission:${studentId}`, answers)),
      tabs: JSON.stringify(tabs),
      counts: JSON.stringify(counts),
      deadline,
      is_late: isLate,
    })
    .execute();
}

/** The number of a student's submission and its time; undefined while there is none. */
export function selectReceipt(
  db: Database,
  studentId: string,
): Promise<Pick<Submission, 'receipt' | 'submittedAt'> | undefined> {
  return db
    .selectFrom('submission')
    .select(['receipt', 'submitted_at as submittedAt'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/**
 * What a student submitted; undefined while nothing is.
 *
 * @param present the definition of today, which is not read again where it was the one that was answered
 */
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
  const answers = encryptionOf(db).open(`submission:${studentId}`, submission.answers);
  return { ...submission, answers, definition: submission.definition ?? present };
}

/**
 * What several students submitted, in any order; those who submitted nothing are left out.
 *
 * @param forms every definition that was answered, by its hash
 * @throws Error for a definition that is not among them
 */
export async function selectSubmissionsOf(
  db: Database,
  studentIds: readonly string[],
  forms: ReadonlyMap<string, FormDefinition>,
): Promise<readonly (Submission & { readonly studentId: string; readonly username: string })[]> {
  const rows = await db
    .selectFrom('submission')
    .innerJoin('student', 'student.id', 'submission.student_id')
    .select(['student_id as studentId', 'username', 'receipt', 'submitted_at as submittedAt'])
    .select(['definition_hash', 'answers', 'tabs', 'counts', 'deadline', 'is_late as isLate'])
    .where('student_id', 'in', studentIds)
    .execute();
  const sealing = encryptionOf(db);
  return rows.map(({ definition_hash, ...row }) => {
    const definition = forms.get(definition_hash);
    if (definition === undefined) throw new Error(`No definition is kept under ${definition_hash}.`);
    return { ...row, definition, answers: sealing.open(`submission:${row.studentId}`, row.answers) };
  });
}

/** The definitions that were answered by what was submitted at a time or later, the newest first. */
export async function selectAnsweredDefinitions(
  db: Database,
  since: Date,
): Promise<readonly FormDefinition[]> {
  const answered = db.selectFrom('submission').select('definition_hash').where('submitted_at', '>=', since);
  const rows = await db
    .selectFrom('definition')
    .select('definition')
    .where('hash', 'in', answered)
    .orderBy('stored_at', 'desc')
    .execute();
  return rows.map(({ definition }) => definition);
}

/** The students who submitted at a time or later, the earliest first. */
export async function selectSubmittedSince(db: Database, since: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('submission')
    .select('student_id')
    .where('submitted_at', '>=', since)
    .orderBy('submitted_at')
    .orderBy('receipt')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** The keys of all answers that were submitted at a time or later. */
export async function selectSubmittedKeys(db: Database, since: Date): Promise<ReadonlySet<string>> {
  const { rows } = await longTransaction(db, (transaction) =>
    sql<{ key: string }>`
      select distinct jsonb_object_keys(answers) as key from submission where submitted_at >= ${since}`.execute(
      transaction,
    ),
  );
  return new Set(rows.map(({ key }) => key));
}

/** The names of the answers that are sensitive in any form with which a server ever started. */
export async function selectSensitiveNames(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct json_array_elements_text(definition -> 'sensitive') as name from definition`.execute(db);
  return rows.map(({ name }) => name);
}
