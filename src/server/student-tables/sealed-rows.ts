import type { Answers } from '#form/definition/definition.ts';
import { sealingOf, type SealedAnswers } from '#server/encryption/sealing.ts';
import type { Database } from '#server/storage/database.ts';

/** A row of an application as it was read, its answers opened. */
export function openedAnswers<Row extends { readonly studentId: string; readonly answers: SealedAnswers }>(
  db: Database,
  row: Row,
): Omit<Row, 'answers'> & { readonly answers: Answers } {
  return { ...row, answers: sealingOf(db).open(`application:${row.studentId}`, row.answers) };
}
