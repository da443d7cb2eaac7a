import { companionKey } from '../definition/answer.ts';
import { isDecimal } from '../conditions/decimals.ts';
import type { Question } from '../definition/definition.ts';
import { confirmationsOf, type FormPart, questionsOf, tabGroupsOf } from '../definition/form-part.ts';
import { isYearList, type OptionLists, optionListsOf } from '../answers/option-lists.ts';

/** What a condition may name: the type of its answer, and how `lt` … `gte` order it, if they can. */
export type ConditionSubject = {
  readonly type: Question['type'];
  readonly order?: 'number' | 'decimal' | 'date';
};

/** By `valueKey`: each question, each stored label (`<key>_desc`), each tab group, each confirmation. */
export type ConditionSubjects = ReadonlyMap<string, ConditionSubject>;

/** Everything that conditions of a form may name. */
export function conditionSubjects(form: FormPart & OptionLists): ConditionSubjects {
  const subjects = new Map<string, ConditionSubject>();
  for (const question of questionsOf(form).values()) {
    subjects.set(question.key, subjectOf(form, question));
    if (question.companion) subjects.set(companionKey(question.key), { type: 'string' });
  }
  for (const group of tabGroupsOf(form)) subjects.set(group.id, { type: 'string' });
  for (const { node } of confirmationsOf(form)) subjects.set(node.id, { type: 'boolean' });
  return subjects;
}

function subjectOf(form: OptionLists, question: Question): ConditionSubject {
  const { type } = question;
  if (type === 'integer' || type === 'number') return { type, order: 'number' };
  if (type !== 'string') return { type };
  if (question.constraints.format === 'date') return { type, order: 'date' };
  return hasNumericOptions(form, question) ? { type, order: 'decimal' } : { type };
}

function hasNumericOptions(form: OptionLists, question: Question): boolean {
  const lists = optionListsOf(form, question);
  return (
    question.dependsOn?.otherwise === undefined &&
    lists.length > 0 &&
    lists.every((list) => isYearList(list) || list.every((option) => isDecimal(option.value)))
  );
}
