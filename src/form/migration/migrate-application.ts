import type { StoredAnswers } from '../answers/merge-answers.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { isDocumentQuestion } from '../documents/document-answers.ts';
import { choicesWithCopies, withCompatibilityCopies, choicesWithoutCopies } from './compatibility-copies.ts';
import { type MigratedForm, migrateStored } from './migrate-stored.ts';
import type { MigrationStep, StoredForm } from './stored-form.ts';

/** Migrations without deletions: operators delete retired answers once no older version runs. */
const withoutDeletions = memoizeByObject((definition: FormDefinition): FormDefinition => {
  const { moves } = definition;
  if (!moves) return definition;
  return {
    ...definition,
    moves: { ...moves, retired: {}, retiredValues: {}, retiredGroups: {}, retiredTabs: {} },
  };
});

export type MoveOptions = {
  /** Reference date for options. */
  readonly now: Date;
  /** Whether to delete answers retired for deletion. */
  readonly deletes?: boolean;
};

/**
 * Migrates a stored application, with compatibility copies for older servers. Without moves there is nothing to write.
 */
export function migrateApplication(
  definition: FormDefinition,
  stored: StoredForm,
  { now, deletes = false }: MoveOptions,
): MigratedForm {
  const { moves } = definition;
  if (!moves) return { ...stored, moves: [] };
  const target = deletes ? definition : withoutDeletions(definition);
  const moved = migrateStored(target, { ...stored, ...choicesWithoutCopies(moves, stored) }, now);
  if (moved.moves.length === 0) return { ...stored, moves: [] };
  return {
    ...moved,
    ...withCompatibilityCopies(moves, moved, stored.answers),
    ...choicesWithCopies(moves, moved),
  };
}

/** Migrates answers only, as needed by a save; choices and attachments follow later. */
export function needsMigration(
  definition: FormDefinition,
  { answers, versions }: StoredAnswers,
  now: Date,
): boolean {
  const stored = { answers, versions, tabs: {}, counts: {}, documents: {} };
  return migrateApplication(definition, stored, { now }).moves.length > 0;
}

/** Former key → current key of document questions. */
export const formerDocumentKeysOf = memoizeByObject(
  (definition: FormDefinition): ReadonlyMap<string, string> => {
    const questions = questionsOf(definition);
    return new Map(
      Object.entries(definition.moves?.keys ?? {}).filter(([, today]) => {
        const question = questions.get(today);
        return question !== undefined && isDocumentQuestion(question);
      }),
    );
  },
);

/** Returns the keys whose documents may be migrated: former, their current, and retired ones. */
export function documentKeysToMove(definition: FormDefinition): readonly string[] {
  const retired = Object.entries(definition.moves?.retired ?? {}).filter(([, fate]) => fate === 'deleted');
  return [...[...formerDocumentKeysOf(definition)].flat(), ...retired.map(([key]) => key)];
}

/** Describes migrations for the audit trail, without answers. */
export function describeMoves(moves: readonly MigrationStep[]): string {
  return [...new Set(moves.map(describeWithoutValue))].join(', ');
}

function describeWithoutValue(move: MigrationStep): string {
  const end = isDeletion(move) ? ' deleted' : '';
  if (move.kind === 'value' || move.kind === 'valueDeleted') return `a value of ${move.key}${end}`;
  if (move.kind === 'tab' || move.kind === 'tabDeleted') return `a tab of ${move.group}${end}`;
  return describeMove(move);
}

/** Describes a migration; values are from the files, never typed by students. */
export function describeMove(move: MigrationStep): string {
  switch (move.kind) {
    case 'value':
      return `${move.key}: ${move.from} to ${move.to}`;
    case 'valueDeleted':
      return `${move.key}=${move.value} deleted`;
    case 'tab':
      return `${move.group}: ${move.from} to ${move.to}`;
    case 'tabDeleted':
      return `${move.group}=${move.tab} deleted`;
    case 'answerDeleted':
    case 'documentDeleted':
      return `${move.key} deleted`;
    case 'choiceDeleted':
      return `${move.group} deleted`;
    default:
      return `${move.from} to ${move.to}`;
  }
}

/** Whether it deletes stored data. */
export function isDeletion({ kind }: MigrationStep): boolean {
  return kind.endsWith('Deleted');
}
