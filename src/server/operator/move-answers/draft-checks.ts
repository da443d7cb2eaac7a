import { isRequired } from '#form/answers/visible-questions.ts';
import { toFacts } from '#form/answers/facts.ts';
import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import type { Facts, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { formerNames } from '#form/migration/current-names.ts';

/** A possibly newly required question, and its former version. */
type Candidate = { readonly question: Question; readonly before: Question | undefined };

/** Creates a check for drafts that lack a newly required answer. Compares with the form last opened. */
export function createNewlyRequired(
  known: FormDefinition,
  present: FormDefinition,
): (stored: FormState, today: FormState) => boolean {
  const candidates = candidatesOf(known, present);
  return (stored, today) => {
    if (candidates.length === 0 || !Object.values(today.answers).some((value) => isAnswered(value)))
      return false;
    const facts = toFacts(present, today);
    const open = candidates.filter(({ question }) => isOpen(question, facts));
    if (open.length === 0) return false;
    const factsBefore = toFacts(known, stored);
    return open.some(({ before }) => before === undefined || !isOpen(before, factsBefore));
  };
}

function candidatesOf(known: FormDefinition, present: FormDefinition): readonly Candidate[] {
  const former = questionsOf(known);
  return [...questionsOf(present).values()].flatMap((question) => {
    if (!question.required && question.requiredWhen === undefined) return [];
    const names = [question.key, ...formerNames(present.moves?.keys ?? {}, question.key)];
    const before = names.map((name) => former.get(name)).find((each) => each !== undefined);
    return before && demandOf(before) === demandOf(question) ? [] : [{ question, before }];
  });
}

function demandOf({ required, requiredWhen, visibleWhen }: Question): string {
  return JSON.stringify([required, requiredWhen, visibleWhen]);
}

function isOpen(question: Question, facts: Facts): boolean {
  return isRequired(question, facts) && !isAnswered(answerByKey(facts, question.key));
}
