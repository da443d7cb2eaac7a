import { counted, withCommas } from '#form/summary/counted.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import {
  documentKeysToMove,
  migrateApplication,
  describeMove,
  isDeletion,
} from '#form/migration/migrate-application.ts';
import { selectAttachedTimes } from '#server/student-tables/document-store.ts';
import { type Draft, selectDraftsAfter } from '#server/student-tables/draft-store.ts';
import { selectDefinition } from '#server/student-tables/submission-store.ts';
import type { Database } from '#server/database/database.ts';
import type { OperationServices, ReportProgress } from '../operation-services.ts';
import { createNewlyRequired, createRetiredCheck } from './draft-checks.ts';
import type { MigrationStep } from '#form/migration/stored-form.ts';

/** Effects of the migration on drafts. */
export type MigrationPlan = {
  readonly drafts: number;
  readonly moves: MoveCounts;
  /** Drafts with an answer that is no longer offered. */
  readonly retired: number;
  /** Drafts with a newly required question. */
  readonly newlyRequired: number;
};

/** Drafts locked per transaction: saves wait a fraction of a second. */
const BATCH = 100;
const PROGRESS_EVERY = 10_000;

/** Evaluates every draft without changing anything. */
export async function planMigration(
  { db, clock }: OperationServices,
  definition: FormDefinition,
  report: ReportProgress,
): Promise<MigrationPlan> {
  const plan = { drafts: 0, moves: createMoveCounts(), retired: 0, newlyRequired: 0 };
  const isNewlyRequired = createComparison(db, definition);
  const now = clock();
  const hasRetired = createRetiredCheck(definition, now);
  for await (const batch of draftsOf(db, definition)) {
    for (const draft of batch) {
      const moved = migrateApplication(definition, draft, { now, deletes: true });
      const today = knownForm(definition, moved);
      plan.drafts += 1;
      plan.moves.add(moved.moves);
      if (hasRetired(today.answers)) plan.retired += 1;
      if (await isNewlyRequired(draft, today)) plan.newlyRequired += 1;
    }
    reportDrafts(plan.drafts, batch.length, report);
  }
  return plan;
}

/** Reports every ten thousand drafts. */
export function reportDrafts(drafts: number, batch: number, report: ReportProgress): void {
  const isFull = Math.floor((drafts - batch) / PROGRESS_EVERY) < Math.floor(drafts / PROGRESS_EVERY);
  if (isFull) report(`${withCommas(drafts)} drafts …`);
}

/** Yields drafts in batches, ordered by student. Includes the documents that can be migrated. */
export async function* draftsOf(db: Database, definition: FormDefinition) {
  let last: string | undefined;
  for (;;) {
    const drafts = await selectDraftsAfter(db, last, BATCH);
    const ids = drafts.map(({ studentId }) => studentId);
    if (ids.length === 0) return;
    const timesOf = await selectAttachedTimes(db, ids, documentKeysToMove(definition));
    yield drafts.map((draft) => ({ ...draft, documents: timesOf(draft.studentId) }));
    last = ids.at(-1);
  }
}

/** Compares with the form each student last opened, reading each form once. */
function createComparison(db: Database, present: FormDefinition) {
  const known = new Map<string, ReturnType<typeof createNewlyRequired> | undefined>();
  return async (draft: Draft, today: FormState): Promise<boolean> => {
    const { lastForm } = draft;
    if (lastForm === null || lastForm === present.hash) return false;
    if (!known.has(lastForm)) {
      const definition = await selectDefinition(db, lastForm);
      known.set(lastForm, definition && createNewlyRequired(definition, present));
    }
    return known.get(lastForm)?.(draft, today) ?? false;
  };
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
