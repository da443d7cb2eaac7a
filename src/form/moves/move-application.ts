import type { StoredAnswers } from '../answers/merge-answers.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { isDocumentQuestion } from '../documents/document-answers.ts';
import { choicesWithCopies, withCompatibilityCopies, choicesWithoutCopies } from './compatibility-copies.ts';
import { type MigratedForm, moveStored } from './move-stored.ts';
import type { Move, StoredForm } from './stored-form.ts';

/** The moves that take nothing away: what is retired is deleted by the operator, once no older version runs. */
const gentle = memoizeByObject((definition: FormDefinition): FormDefinition => {
  const { moves } = definition;
  if (!moves) return definition;
  return {
    ...definition,
    moves: { ...moves, retired: {}, retiredValues: {}, retiredGroups: {}, retiredTabs: {} },
  };
});

export type MoveOptions = {
  /** The day, for the options of today. */
  readonly now: Date;
  /** Whether what was retired to be deleted goes as well. */
  readonly deletes?: boolean;
};

/** Migrates a stored application, with compatibility copies for older servers. Without moves there is nothing to write. */
export function moveApplication(
  definition: FormDefinition,
  stored: StoredForm,
  { now, deletes = false }: MoveOptions,
): MigratedForm {
  const { moves } = definition;
  if (!moves) return { ...stored, moves: [] };
  const target = deletes ? definition : gentle(definition);
  const moved = moveStored(target, { ...stored, ...choicesWithoutCopies(moves, stored) }, now);
  if (moved.moves.length === 0) return { ...stored, moves: [] };
  return {
    ...moved,
    ...withCompatibilityCopies(moves, moved, stored.answers),
    ...choicesWithCopies(moves, moved),
  };
}

/** Answers alone, as a save reads them: choices and attachments move along once they do. */
export function mustMoveAnswers(
  definition: FormDefinition,
  { answers, versions }: StoredAnswers,
  now: Date,
): boolean {
  const stored = { answers, versions, tabs: {}, counts: {}, documents: {} };
  return moveApplication(definition, stored, { now }).moves.length > 0;
}

/** Former key → key of today, of the questions that are answered with a file. */
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

/** The keys under which documents may be that move: former ones, those of today next to them, and retired ones. */
export function documentKeysToMove(definition: FormDefinition): readonly string[] {
  const retired = Object.entries(definition.moves?.retired ?? {}).filter(([, fate]) => fate === 'deleted');
  return [...[...formerDocumentKeysOf(definition)].flat(), ...retired.map(([key]) => key)];
}

/** What was moved and deleted, without a word of what was answered: for the audit trail. */
export function describeMoves(moves: readonly Move[]): string {
  return [...new Set(moves.map(describeWithoutValue))].join(', ');
}

function describeWithoutValue(move: Move): string {
  const end = isDeletion(move) ? ' deleted' : '';
  if (move.kind === 'value' || move.kind === 'valueDeleted') return `a value of ${move.key}${end}`;
  if (move.kind === 'tab' || move.kind === 'tabDeleted') return `a tab of ${move.group}${end}`;
  return describeMove(move);
}

/** One of them, in words; values are those that the files name, never what was typed. */
export function describeMove(move: Move): string {
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

/** Whether it takes away what was stored. */
export function isDeletion({ kind }: Move): boolean {
  return kind.endsWith('Deleted');
}
