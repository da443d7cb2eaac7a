import type { FormDefinition, FormState, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';
import { wrongQuestions } from '../validation/wrong-questions.ts';
import { currentName } from '../migration/current-names.ts';
import { formProgress } from './progress.ts';

/** The form a student knew, and the current one with its errors. */
type Change = {
  readonly before: FormDefinition;
  readonly present: FormDefinition;
  readonly errors: ValidationErrors;
};

/** Lists questions that were finished in the old form and are newly required, or break a changed rule. */
export function changedSince({ before, present, errors }: Change, state: FormState): readonly string[] {
  const nameOf = (former: string): string => currentName(present.moves?.keys, former);
  const formerNames = new Map([...questionsOf(before).keys()].map((key) => [nameOf(key), key]));
  const openBefore = new Set(formProgress(before, state).total.open.map(nameOf));
  const pages = Object.values(formProgress(present, state).pages);
  const isOpen = new Set(pages.flatMap(({ open }) => open));
  const newlyOpen = pages
    .filter(({ isStarted, open }) => isStarted && !open.some((key) => openBefore.has(key)))
    .flatMap(({ open }) => open);
  const newlyWrong = wrongQuestions(present, errors)
    .map(({ key }) => key)
    .filter((key) => !isOpen.has(key))
    .filter((key) => rulesOf(before, formerNames.get(key) ?? key) !== rulesOf(present, key));
  return [...newlyOpen, ...newlyWrong];
}

/** Serializes the rules of a question and its parts for comparison; undefined if hidden. */
function rulesOf(form: FormPart, key: string): string | undefined {
  const questions = questionsOf(form);
  const question = questions.get(key);
  if (!question) return undefined;
  return JSON.stringify(
    [question, ...question.parts.flatMap((part) => questions.get(part) ?? [])].map(demands),
  );
}

function demands({ type, constraints, rules, relations, earliest, latest }: Question): object {
  return { type, constraints, rules, relations, earliest, latest };
}
