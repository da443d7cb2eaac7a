import type { FormModel } from '#compiler/formulas/form-model.ts';
import { comparisonsByKey } from '#compiler/formulas/form-conditions.ts';
import { candidatesOf } from '#compiler/formulas/question-values.ts';
import type { AnswerValue, Constraints, Question } from '#form/definition/definition.ts';
import { optionListsOf } from '#form/answers/option-lists.ts';

/** What is no option of any list. */
const NOT_OFFERED = 'no longer offered';

/** Values of a question among which there is one, where a page can have it, for each way of being wrong. */
export function wrongValues(model: FormModel, question: Question, now: Date): readonly AnswerValue[] {
  const { definition } = model;
  const hasOptions = optionListsOf(definition, question).length > 0;
  if (question.type === 'array') return countsOf(model, question);
  const comparisons = comparisonsByKey(definition).get(question.key) ?? [];
  const candidates = candidatesOf({ definition, question, comparisons, now }, 2);
  const limits = [question.constraints, ...question.rules.map(({ schema }) => schema)];
  const further = question.type === 'string' ? limits.flatMap(textsPast) : [];
  return hasOptions ? [NOT_OFFERED, ...candidates.slice(0, 3)] : [...candidates, ...further];
}

/** Texts that are too short and too long. */
function textsPast({ minLength = 0, maxLength }: Constraints): readonly string[] {
  return [
    ...(minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

/** Fewer options than there must be, and more than there may be. */
function countsOf(model: FormModel, question: Question): readonly AnswerValue[] {
  const options = optionListsOf(model.definition, question).flatMap((list) =>
    'years' in list ? [] : list.map(({ value }) => value),
  );
  const { minItems = 0, maxItems = options.length } = question.constraints;
  return [minItems - 1, maxItems + 1]
    .filter((count) => count > 0 && count <= options.length)
    .map((count) => options.slice(0, count));
}
