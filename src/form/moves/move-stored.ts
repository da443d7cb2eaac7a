import type { FormDefinition } from '../definition/definition.ts';
import { moveAnswers } from './move-answers.ts';
import { moveChoices } from './move-choices.ts';
import { moveDocuments } from './move-documents.ts';
import type { Move, StoredForm } from './stored-form.ts';

/** What is stored once everything is in its place of today, and what that took. */
export type MovedForm = StoredForm & { readonly moves: readonly Move[] };

/**
 * Moves what is stored under former names to those of today, as {@link FormDefinition.moves} says. Nothing that was
 * answered is lost: it is where it was, at its key of today, or was retired so that it is deleted. Doing it again does
 * nothing.
 *
 * Where both keys hold an answer, the one that changed last is right, though it be the empty marker: a server of the
 * older version may still write to the former key. An older one stays at the former key, unread. An answer keeps the
 * version in which it changed, so that the move is no change to who has read it. The former key keeps its version
 * without an answer, by which {@link mergeAnswers} knows that it moved away.
 *
 * @param now the day, for the options of today
 */
export function moveStored(definition: FormDefinition, stored: StoredForm, now: Date): MovedForm {
  const { moves } = definition;
  if (!moves) return { ...stored, moves: [] };
  const answers = moveAnswers({ definition, moves, now }, stored);
  const choices = moveChoices(moves, stored);
  const documents = moveDocuments(moves, stored.documents);
  return {
    answers: answers.answers,
    versions: answers.versions,
    tabs: choices.tabs,
    counts: choices.counts,
    documents: documents.documents,
    moves: [...answers.moves, ...choices.moves, ...documents.moves],
  };
}
