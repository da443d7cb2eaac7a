import type { FormDefinition } from '../definition/definition.ts';
import { moveAnswers } from './move-answers.ts';
import { moveChoices } from './move-choices.ts';
import { moveDocuments } from './move-documents.ts';
import type { Move, StoredForm } from './stored-form.ts';

/** What is stored once everything is in its place of today, and what that took. */
export type MovedForm = StoredForm & { readonly moves: readonly Move[] };

/**
 * Moves what is stored under former names to those of today. Doing it again does nothing.
 *
 * Where both keys hold an answer, the one that changed last is right, even if empty: an older server may still write to
 * the former key. A moved answer keeps its version, so the move is no change to who has read it; so does the former
 * key, by which {@link mergeAnswers} knows that it moved away.
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
