import { companionKey } from '#form/definition/answer.ts';
import type { Comparison, Condition, FormDefinition, Question } from '#form/definition/definition.ts';
import { confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { isYearList } from '#form/answers/option-lists.ts';

/** A condition as a sentence for somebody who does not program: “Citizenship” is “Permanent resident”. */
export function conditionInWords(condition: Condition, definition: FormDefinition): string {
  if ('all' in condition) return joined(condition.all, ' and ', definition);
  if ('any' in condition) return joined(condition.any, ' or ', definition);
  if ('not' in condition) return `not (${conditionInWords(condition.not, definition)})`;
  return comparisonInWords(condition, definition);
}

function joined(conditions: readonly Condition[], word: string, definition: FormDefinition): string {
  const parts = conditions.map((each) => {
    const words = conditionInWords(each, definition);
    return 'valueKey' in each || 'not' in each || conditions.length === 1 ? words : `(${words})`;
  });
  return parts.join(word);
}

function comparisonInWords({ valueKey, operator, target }: Comparison, definition: FormDefinition): string {
  const subject = `“${subjectInWords(valueKey, definition)}”`;
  const targets = (Array.isArray(target) ? target : [target]).map((one: unknown) =>
    valueInWords(one, valueKey, definition),
  );
  const listed = targets.join(' or ');
  switch (operator) {
    case 'answered':
      return `${subject} is answered`;
    case 'notAnswered':
      return `${subject} is not answered`;
    case 'equals':
    case 'in':
      return `${subject} is ${listed}`;
    case 'notEquals':
    case 'notIn':
      return `${subject} is not ${listed}`;
    case 'lt':
      return `${subject} is below ${listed}`;
    case 'lte':
      return `${subject} is at most ${listed}`;
    case 'gt':
      return `${subject} is above ${listed}`;
    default:
      return `${subject} is at least ${listed}`;
  }
}

/** The label of a question, a tab group or a confirmation. */
export function subjectInWords(name: string, definition: FormDefinition): string {
  const question = questionNamed(name, definition);
  const group = tabGroupsOf(definition).find(({ id }) => id === name);
  const confirmation = confirmationsOf(definition).find(({ node }) => node.id === name);
  return question?.fullLabel ?? group?.label ?? confirmation?.node.label ?? name;
}

function questionNamed(name: string, definition: FormDefinition): Question | undefined {
  const questions = questionsOf(definition);
  return questions.get(name) ?? [...questions.values()].find(({ key }) => companionKey(key) === name);
}

/** The label behind a value of an option or a tab of what `name` names: `“Permanent resident”`, `checked`. */
function valueInWords(target: unknown, name: string, definition: FormDefinition): string {
  if (typeof target === 'boolean') return target ? 'checked' : 'not checked';
  if (typeof target !== 'string') return String(target);
  const question = questionNamed(name, definition);
  const lists = [question?.options, ...Object.values(question?.dependsOn?.lists ?? {})];
  const options = lists.flatMap((list) => {
    const found = list === undefined ? undefined : definition.options[list];
    return found === undefined || isYearList(found) ? [] : found;
  });
  const tabs = tabGroupsOf(definition).flatMap((group) => (group.id === name ? group.tabs : []));
  const label =
    options.find(({ value }) => value === target)?.label ?? tabs.find(({ id }) => id === target)?.title;
  return `“${label ?? target}”`;
}
