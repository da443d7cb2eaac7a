import { sql } from 'kysely';
import { encryptionOf, type EncryptedAnswers } from '#server/encryption/answer-encryption.ts';
import { longTransaction, type Database } from '#server/database/database.ts';

/** Number of applications: all without a key, all that answered without a value. */
type AnswerCount = {
  readonly key: string | null;
  readonly value: string | null;
  readonly isSubmitted: boolean;
  readonly count: number;
};

/** Counts applications by answered key, and by value for `choiceKeys`. Multiple choices each count. */
export async function selectAnswerCounts(
  db: Database,
  choiceKeys: readonly string[],
): Promise<readonly AnswerCount[]> {
  const { rows } = await longTransaction(db, (transaction) =>
    sql<AnswerCount>`
      with given as materialized (
        select key, value, submitted_at is not null as submitted
        from application, jsonb_each(answers)
        where value not in ('""', '[]', 'null')
      )
      select null as key, null as value, submitted_at is not null as "isSubmitted", count(*)::integer as count
        from application group by 3
      union all select key, null, submitted, count(*)::integer from given group by 1, 3
      union all select key, chosen, submitted, count(*)::integer
        from given, jsonb_array_elements_text(
          case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as chosen
        where key = any(${choiceKeys}) and jsonb_typeof(given.value) <> 'object' group by 1, 2, 3`.execute(
      transaction,
    ),
  );
  return [...rows, ...(await countSealed(db, choiceKeys))];
}

/** Counts drafts and submitted applications that answered a key. With a value, alone or among several. */
export async function selectUseCount(
  db: Database,
  key: string,
  value: string | undefined,
): Promise<{ readonly drafts: number; readonly submitted: number }> {
  const chosen = sql`case jsonb_typeof(answers -> ${key}) when 'array' then jsonb_exists(answers -> ${key}, ${value})
    else answers ->> ${key} = ${value} end`;
  const { rows } = await longTransaction(db, (transaction) =>
    sql<{ drafts: number; submitted: number }>`
      select count(*) filter (where submitted_at is null)::integer as drafts,
        count(*) filter (where submitted_at is not null)::integer as submitted
      from application
      where answers ->> ${key} not in ('', '[]') and ${value === undefined ? sql`true` : chosen}`.execute(
      transaction,
    ),
  );
  const found = rows[0] ?? { drafts: 0, submitted: 0 };
  if (value === undefined) return found;
  const sealed = (await countSealed(db, [key])).filter((each) => each.value === value);
  const sumOf = (isSubmitted: boolean): number =>
    sealed.reduce((sum, each) => sum + (each.isSubmitted === isSubmitted ? each.count : 0), 0);
  return { drafts: found.drafts + sumOf(false), submitted: found.submitted + sumOf(true) };
}

/** Applications decrypted per batch. */
const OPENED_AT_ONCE = 1000;

/** Counts encrypted values, which the database cannot. */
async function countSealed(db: Database, keys: readonly string[]): Promise<readonly AnswerCount[]> {
  const sealing = encryptionOf(db);
  const sealedKeys = keys.filter((key) => sealing.names.has(key));
  const counts = new Map<string, { -readonly [Name in keyof AnswerCount]: AnswerCount[Name] }>();
  let last: string | undefined;
  while (sealing.keys !== undefined && sealedKeys.length > 0) {
    const rows = await selectSealed(db, sealedKeys, last);
    for (const { studentId, isSubmitted, answers } of rows) {
      for (const [key, answer] of Object.entries(sealing.open(`application:${studentId}`, answers))) {
        for (const value of typeof answer === 'object' ? answer : [String(answer)]) {
          const id = JSON.stringify([key, value, isSubmitted]);
          const counted = counts.get(id) ?? { key, value, isSubmitted, count: 0 };
          counts.set(id, { ...counted, count: counted.count + 1 });
        }
      }
    }
    if (rows.length < OPENED_AT_ONCE) break;
    last = rows.at(-1)?.studentId;
  }
  return [...counts.values()];
}

type SealedOf = {
  readonly studentId: string;
  readonly isSubmitted: boolean;
  readonly answers: EncryptedAnswers;
};

/** Selects only encrypted answers, ordered by student, after `last`. */
async function selectSealed(
  db: Database,
  keys: readonly string[],
  last: string | undefined,
): Promise<readonly SealedOf[]> {
  const { rows } = await sql<SealedOf>`
    select student_id as "studentId", submitted_at is not null as "isSubmitted",
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(answers)
        where jsonb_typeof(value) = 'object' and key = any(${keys})) as answers
    from application
    where ${last === undefined ? sql`true` : sql`student_id > ${last}`}
    order by student_id limit ${sql.lit(OPENED_AT_ONCE)}`.execute(db);
  return rows;
}
