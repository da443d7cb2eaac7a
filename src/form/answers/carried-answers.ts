import type { AnswerValue, Answers, FormDefinition, FormState } from '../definition/definition.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import { questionsOf } from '../definition/form-part.ts';
import { ownProperty } from '../definition/own-property.ts';
import { withoutDocumentAnswers } from '../documents/document-answers.ts';
import { choicesWithCopies, knownForm, withCompatibilityCopies } from '../migration/compatibility-copies.ts';
import { migrateApplication } from '../migration/migrate-application.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';
import { clearHidden, withParts } from './clear-hidden.ts';
import { CARRIED, type StoredAnswers } from './merge-answers.ts';
import { withCompanions, withoutCompanions } from './with-companions.ts';

type Choices = Pick<FormState, 'tabs' | 'counts'>;
type Carrying = {
  readonly definition: FormDefinition;
  readonly now: Date;
  readonly validate: (state: FormState) => ValidationErrors;
};

/**
 * Returns the answers of a submission that are valid today, for a new application (docs/behavior.md 4.16). Not those of
 * documents, nor what the form wants to be given again, such as a signature.
 */
export function carriedForm(
  { definition, now, validate }: Carrying,
  submitted: FormState,
): Omit<StoredAnswers, 'version'> & Choices {
  const stored = { ...submitted, versions: {}, documents: {} };
  const { answers: known, ...choices } = knownForm(
    definition,
    migrateApplication(definition, stored, { now }),
  );
  const questions = questionsOf(definition);
  const given = withoutCompanions(definition, withoutDocumentAnswers(definition, known));
  let answers = pick(given, (key, value) => isAnswered(value) && questions.get(key)?.carry !== false);
  for (;;) {
    // Whatever is dropped can hide or contradict others.
    const { answers: shown } = clearHidden(definition, { ...choices, answers });
    const errors = validate({ ...choices, answers: shown });
    const wrong = new Set(Object.keys(errors).flatMap((key) => withParts(definition, key)));
    const valid = pick(shown, (key, value) => isAnswered(value) && !wrong.has(key));
    const isStable = Object.keys(valid).length === Object.keys(answers).length;
    answers = valid;
    if (isStable) break;
  }
  answers = withCompanions(definition, answers, { answers, now });
  const carried = {
    answers,
    versions: Object.fromEntries(Object.keys(answers).map((key) => [key, CARRIED])),
  };
  const { moves } = definition;
  return moves
    ? { ...withCompatibilityCopies(moves, carried, {}), ...choicesWithCopies(moves, choices) }
    : { ...carried, ...choices };
}

function pick(answers: Answers, isWanted: (key: string, value: AnswerValue) => boolean): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key, value]) => isWanted(key, value)));
}

/** Lists answered questions that were carried over, and of which no part was saved since. */
export function carriedKeys(
  definition: FormDefinition,
  { answers, versions }: Omit<StoredAnswers, 'version'>,
): readonly string[] {
  const isSavedSince = (key: string): boolean =>
    isAnswered(answerByKey(answers, key)) && ownProperty(versions, key) !== CARRIED;
  return [...questionsOf(definition).values()]
    .filter(({ key, partOf, parts }) => {
      if (partOf !== undefined || !isAnswered(answerByKey(answers, key))) return false;
      return ![key, ...parts].some(isSavedSince);
    })
    .map(({ key }) => key);
}
