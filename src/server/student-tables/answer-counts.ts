import { encryptionOf } from '#server/encryption/row-encryption.ts';
import type { Database } from '#server/database/database.ts';
import { type ApplicationFilter, inCycle } from './cycle-store.ts';
import { readInBatches } from './read-in-batches.ts';

/** Number of applications: all without a key, all that answered without a value. */
type AnswerCount = {
  readonly key: string | null;
  readonly value: string | null;
  readonly isSubmitted: boolean;
  count: number;
};

/** Counts applications by answered key, and by value for `valueKeys`. Multiple choices each count. */
export async function selectAnswerCounts(
  db: Database,
  valueKeys: ReadonlySet<string>,
  filter: ApplicationFilter = inCycle(undefined, undefined),
): Promise<readonly AnswerCount[]> {
  const encryption = encryptionOf(db);
  const counts = new Map<string, AnswerCount>();
  const applications = readInBatches(db, (transaction, last, most) =>
    transaction
      .selectFrom('application')
      .select(['student_id as studentId', 'answers', 'submitted_at'])
      .where('student_id', '>', last)
      .where(filter)
      .orderBy('student_id')
      .limit(most)
      .execute(),
  );
  for await (const { studentId, answers, submitted_at } of applications) {
    const isSubmitted = submitted_at !== null;
    const add = (key: string | null, value: string | null): void => {
      const id = JSON.stringify([key, value, isSubmitted]);
      const counted = counts.get(id) ?? { key, value, isSubmitted, count: 0 };
      counted.count += 1;
      counts.set(id, counted);
    };
    add(null, null);
    const opened = encryption.open(`application.answers:${studentId}`, answers);
    for (const [key, answer] of Object.entries(opened)) {
      if (answer === '' || (typeof answer === 'object' && answer.length === 0)) continue;
      add(key, null);
      if (valueKeys.has(key)) for (const value of [answer].flat()) add(key, String(value));
    }
  }
  return [...counts.values()];
}
