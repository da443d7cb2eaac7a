import { counted, withCommas } from '#form/summary/counted.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import {
  documentKeysToMove,
  migrateApplication,
  describeMove,
  isDeletion,
} from '#form/migration/migrate-application.ts';
import { selectAttachedTimes } from '#server/student-tables/document-store.ts';
import { selectDraftsAfter } from '#server/student-tables/application-store.ts';
import { readInBatches } from '#server/student-tables/read-in-batches.ts';
import type { Database } from '#server/database/database.ts';
import type { OperationServices, ReportProgress } from '../operation-services.ts';
import { keysToReview } from '#form/progress/keys-to-review.ts';
import type { MigrationStep } from '#form/migration/stored-form.ts';

/** Effects of the migration on drafts. */
export type MigrationPlan = {
  readonly drafts: number;
  readonly moves: MoveCounts;
  /** Drafts with an answer that is no longer offered. */
  readonly retired: number;
};

const PROGRESS_EVERY = 10_000;

/** Evaluates every draft without changing anything. */
export async function planMigration(
  { db, clock }: OperationServices,
  definition: FormDefinition,
  report: ReportProgress,
): Promise<MigrationPlan> {
  const plan = { drafts: 0, moves: createMoveCounts(), retired: 0 };
  const now = clock();
  for await (const draft of draftsOf(db, definition, report)) {
    const moved = migrateApplication(definition, draft, { now, deletes: true });
    const { answers } = knownForm(definition, moved);
    plan.drafts += 1;
    plan.moves.add(moved.moves);
    if (keysToReview(definition, answers, { changed: [], now }).size > 0) plan.retired += 1;
  }
  return plan;
}

/** Yields all drafts with the documents that can be migrated. Reports every ten thousand. */
export async function* draftsOf(db: Database, definition: FormDefinition, report: ReportProgress) {
  const keys = documentKeysToMove(definition);
  const drafts = readInBatches(db, async (transaction, last, most) => {
    const batch = await selectDraftsAfter(transaction, last, most);
    const ids = batch.map(({ studentId }) => studentId);
    const timesOf = await selectAttachedTimes(transaction, ids, keys);
    return batch.map((draft) => ({ ...draft, documents: timesOf(draft.studentId) }));
  });
  let count = 0;
  for await (const draft of drafts) {
    yield draft;
    count += 1;
    if (count % PROGRESS_EVERY === 0) report(`${withCommas(count)} drafts …`);
  }
}

export type MoveCounts = ReturnType<typeof createMoveCounts>;

type Counted = { readonly words: string; readonly deletes: boolean; drafts: number };

/** Counts migrations and deletions, and the drafts affected. */
export function createMoveCounts() {
  const counts = new Map<string, Counted>();
  let touched = 0;
  return {
    /** Adds the migrations of one draft. */
    add(moves: readonly MigrationStep[]): void {
      if (moves.length > 0) touched += 1;
      for (const [words, move] of new Map(moves.map((each) => [describeMove(each), each]))) {
        const known = counts.get(words) ?? { words, deletes: isDeletion(move), drafts: 0 };
        known.drafts += 1;
        counts.set(words, known);
      }
    },
    /** Returns the number of drafts affected. */
    touched: () => touched,
    /** Returns one line per kind, most frequent first, deletions last. */
    lines(): readonly string[] {
      const width = Math.max(0, ...[...counts.keys()].map((words) => words.length));
      return [...counts.values()]
        .toSorted(
          (one, other) =>
            Number(one.deletes) - Number(other.deletes) ||
            other.drafts - one.drafts ||
            one.words.localeCompare(other.words),
        )
        .map(({ words, drafts }) => `  ${words.padEnd(width)}  ${counted(drafts, 'draft')}`);
    },
  };
}
