import { isYearList, listNamed, optionListName, optionListsOf, yearsOf } from '#form/answers/option-lists.ts';
import { chosenValues, retiredChoices } from '#form/answers/retired-choices.ts';
import { answerByKey } from '#form/definition/answer.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

/**
 * Whether answers hold a choice that is no longer offered. What is offered is worked out once for all of them, so that
 * only what is not found there is looked at closer.
 */
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
