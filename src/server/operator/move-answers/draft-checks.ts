import { isRequired } from '#form/answers/visible-questions.ts';
import { toFacts } from '#form/answers/facts.ts';
import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import type { Facts, FormDefinition, FormState, Question, Answers } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { formerNames } from '#form/migration/current-names.ts';
import { isYearList, listNamed, optionListName, optionListsOf, yearsOf } from '#form/answers/option-lists.ts';
import { chosenValues, retiredChoices } from '#form/answers/retired-choices.ts';

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

/** Creates a check for choices no longer offered. Reads option lists once, so that few answers need a closer look. */
export function createRetiredCheck(form: FormDefinition, now: Date): (answers: Answers) => boolean {
  const choices = [...questionsOf(form).values()].filter(
    (question) => optionListsOf(form, question).length > 0,
  );
  const values = new Map<string, ReadonlySet<string>>();
  for (const question of choices) {
    for (const name of [question.options, ...Object.values(question.dependsOn?.lists ?? {})]) {
      if (name === undefined || values.has(name)) continue;
      const list = listNamed(form, question, name);
      const offered = isYearList(list)
        ? yearsOf(list, now.getUTCFullYear()).map(String)
        : list.map(({ value }) => value);
      values.set(name, new Set(offered));
    }
  }
  return (answers) =>
    choices.some((question) => {
      const chosen = chosenValues(answerByKey(answers, question.key));
      if (chosen.length === 0) return false;
      const offered = values.get(optionListName(question, answers) ?? '');
      if (offered === undefined || chosen.every((value) => offered.has(value))) return false;
      return retiredChoices(form, question, { answers, now }).length > 0;
    });
}
