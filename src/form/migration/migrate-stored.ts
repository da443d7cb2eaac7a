import type { FormDefinition, FormState } from '../definition/definition.ts';
import type { AnswerMigrations } from '../definition/answer-migrations.ts';
import { ownProperty } from '../definition/own-property.ts';
import { migrateAnswers } from './migrate-answers.ts';
import type { MigrationStep, StoredForm } from './stored-form.ts';

/** Migrated data, with the migrations applied. */
export type MigratedForm = StoredForm & { readonly moves: readonly MigrationStep[] };

/**
 * Migrates stored data to current names. Idempotent.
 *
 * If both keys hold an answer, the later one wins, even if empty: older servers may still write to the former key. A
 * migrated answer keeps its version, so it is not a change to its readers; so does the former key, by which {@link
 * mergeAnswers} detects the migration.
 */
export function migrateStored(definition: FormDefinition, stored: StoredForm, now: Date): MigratedForm {
  const { moves } = definition;
  if (!moves) return { ...stored, moves: [] };
  const answers = migrateAnswers({ definition, moves, now }, stored);
  const choices = moveChoices(moves, stored);
  const { documents, ...rest } = moveDocuments(moves, stored.documents);
  return {
    ...answers,
    ...choices,
    documents,
    moves: [...answers.moves, ...choices.moves, ...rest.moves],
  };
}

type Choices = Pick<FormState, 'tabs' | 'counts'>;

/** Migrates chosen tabs and counts. Values under a former ID were written later, so they win. */
function moveChoices(
  moves: AnswerMigrations,
  { tabs, counts }: Choices,
): Choices & Pick<MigratedForm, 'moves'> {
  const chosen = moveIds(moves, tabs, 'tabs');
  const counted = moveIds(moves, counts, 'count');
  const tabbed = moveTabs(moves, chosen.values);
  return {
    tabs: tabbed.tabs,
    counts: counted.values,
    moves: [...chosen.moves, ...counted.moves, ...tabbed.moves],
  };
}

function moveIds<Value>(
  { groups, retiredGroups }: AnswerMigrations,
  stored: Readonly<Record<string, Value>>,
  kind: 'tabs' | 'count',
): { readonly values: Readonly<Record<string, Value>>; readonly moves: readonly MigrationStep[] } {
  const values = new Map(Object.entries(stored));
  const moves: MigrationStep[] = [];
  for (const [from, value] of Object.entries(stored)) {
    const to = ownProperty(groups, from);
    const isDeleted = ownProperty(retiredGroups, from) === 'deleted';
    if (to === undefined && !isDeleted) continue;
    values.delete(from);
    if (to === undefined) {
      moves.push({ kind: 'choiceDeleted', group: from });
    } else {
      values.set(to, value);
      moves.push({ kind, from, to });
    }
  }
  return { values: Object.fromEntries(values), moves };
}

/** Renames chosen tabs, and drops retired ones. */
function moveTabs(
  { tabs: renamed, retiredTabs }: AnswerMigrations,
  stored: FormState['tabs'],
): { readonly tabs: FormState['tabs']; readonly moves: readonly MigrationStep[] } {
  const tabs = new Map(Object.entries(stored));
  const moves: MigrationStep[] = [];
  for (const [group, from] of Object.entries(stored)) {
    const to = ownProperty(ownProperty(renamed, group), from);
    if (to !== undefined) {
      tabs.set(group, to);
      moves.push({ kind: 'tab', group, from, to });
    } else if (ownProperty(ownProperty(retiredTabs, group), from) === 'deleted') {
      tabs.delete(group);
      moves.push({ kind: 'tabDeleted', group, tab: from });
    }
  }
  return { tabs: Object.fromEntries(tabs), moves };
}

type Documents = Readonly<Record<string, number>>;

/** Migrates documents by key; if both keys have one, the later wins. */
function moveDocuments(
  { keys, retired }: AnswerMigrations,
  stored: Documents,
): { readonly documents: Documents; readonly moves: readonly MigrationStep[] } {
  const documents = new Map(Object.entries(stored));
  const moves: MigrationStep[] = [];
  // Latest first, so that it wins among several former keys.
  for (const [from, attached] of Object.entries(stored).toSorted(([, a], [, b]) => b - a)) {
    const to = ownProperty(keys, from);
    const there = to === undefined ? undefined : documents.get(to);
    if (to !== undefined && (there === undefined || attached > there)) {
      documents.delete(from);
      documents.set(to, attached);
      moves.push({ kind: 'document', from, to, replaces: there !== undefined });
    } else if (ownProperty(retired, from) === 'deleted') {
      documents.delete(from);
      moves.push({ kind: 'documentDeleted', key: from });
    }
  }
  return { documents: Object.fromEntries(documents), moves };
}
