import { counted } from '#form/summary/counted.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor, Place } from '#compiler/source/cursor.ts';
import { writtenOptions } from '#form/answers/option-lists.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import { companionKey } from '#form/definition/answer.ts';
import type {
  AnswerComparison,
  AnswerValue,
  Comparison,
  Condition,
  FormDefinition,
  Operator,
  Question,
} from '#form/definition/definition.ts';
import { addAnothersOf, confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';

/** Describes a condition for non-programmers: “Citizenship” is “Permanent resident”. */
export function conditionInWords(condition: Condition, definition: FormDefinition): string {
  if ('all' in condition) return joined(withoutImplied(condition.all, definition), ' and ', definition);
  if ('any' in condition) {
    return startedInWords(condition.any, definition) ?? joined(condition.any, ' or ', definition);
  }
  if ('not' in condition) return `not (${conditionInWords(condition.not, definition)})`;
  if ('compared' in condition) {
    const own = subjectInWords(condition.compared.keys.at(-1) ?? '', definition);
    return `“${own}” is ${orderInWords(condition.compared, definition)}`;
  }
  return comparisonInWords(condition, definition);
}

type RelationWords = Readonly<Record<AnswerComparison['operator'], readonly [times: string, others: string]>>;

const ORDER_WORDS: RelationWords = {
  equals: ['the same as', 'the same as'],
  notEquals: ['not the same as', 'not the same as'],
  lt: ['earlier than', 'below'],
  lte: ['not later than', 'at most'],
  gt: ['later than', 'above'],
  gte: ['not earlier than', 'at least'],
};

/** Describes a comparison of answers: later than 18 years before today. */
export function orderInWords(comparison: AnswerComparison, definition: FormDefinition): string {
  const { operator, keys } = comparison;
  const type = questionNamed(keys.at(-1) ?? '', definition)?.type;
  const words = ORDER_WORDS[operator][type === 'string' ? 0 : 1];
  return `${words} ${otherInWords(comparison, definition)}`;
}

/** Describes the other side of a comparison: 6 months after “Date of Issue”. */
function otherInWords({ targetKey, offset = {} }: AnswerComparison, definition: FormDefinition): string {
  const other = targetKey === TODAY ? 'today' : `“${subjectInWords(targetKey, definition)}”`;
  const amounts = (sign: 1 | -1): string =>
    Object.entries(offset)
      .filter(([, count]) => Math.sign(count) === sign)
      .map(([unit, count]) => counted(Math.abs(count), unit.slice(0, -1)))
      .join(' and ');
  const [later, earlier] = [amounts(1), amounts(-1)];
  const added = later === '' ? other : `${later} after ${other}`;
  return earlier === '' ? added : `${earlier} before ${added}`;
}

const STARTED = 'something in';

/** Describes the condition that any question of an instance is answered. */
function startedInWords(conditions: readonly Condition[], definition: FormDefinition): string | undefined {
  const named = conditions.flatMap((each) =>
    'valueKey' in each && each.operator === 'answered' ? [each.valueKey] : [],
  );
  if (named.length < conditions.length) return undefined;
  const instance = instancesOf(definition).get(named.join());
  return instance === undefined ? undefined : `${STARTED} “${instance}” is answered`;
}

/** Joined keys of each instance → its title. */
const instancesOf = memoizeByObject(
  (definition: FormDefinition): ReadonlyMap<string, string> =>
    new Map(
      addAnothersOf(definition).flatMap(({ instances }) =>
        instances.map(({ keys, title }) => [keys.join(), title]),
      ),
    ),
);

function joined(conditions: readonly Condition[], word: string, definition: FormDefinition): string {
  const parts = conditions.map((each) => {
    const words = conditionInWords(each, definition);
    const isOne = 'valueKey' in each || 'compared' in each || 'not' in each || conditions.length === 1;
    return isOne || words.startsWith(STARTED) ? words : `(${words})`;
  });
  return parts.join(word);
}

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  answered: 'is answered',
  notAnswered: 'is not answered',
  equals: 'is',
  in: 'is',
  notEquals: 'is not',
  notIn: 'is not',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
};

function comparisonInWords({ valueKey, operator, target }: Comparison, definition: FormDefinition): string {
  const targets = targetsOf(target).map((one) => valueInWords(one, valueKey, definition));
  if (valueKey === TODAY)
    return `today is ${Object.entries(ORDER_WORDS).find(([name]) => name === operator)?.[1][0] ?? ''} ${String(target)}`;
  const words = `“${subjectInWords(valueKey, definition)}” ${OPERATOR_WORDS[operator]}`;
  return targets.length === 0 ? words : `${words} ${targets.join(' or ')}`;
}

/** Returns the label of a question, tab group or confirmation. */
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

/** Returns the label of an option or tab: `“Permanent resident”`, `checked`. */
export function valueInWords(target: unknown, name: string, definition: FormDefinition): string {
  if (typeof target === 'boolean') return target ? 'checked' : 'unchecked';
  if (typeof target !== 'string') return String(target);
  const question = questionNamed(name, definition);
  const options = question ? writtenOptions(definition, question) : [];
  const tabs = tabGroupsOf(definition).flatMap((group) => (group.id === name ? group.tabs : []));
  const label =
    options.find(({ value }) => value === target)?.label ?? tabs.find(({ id }) => id === target)?.title;
  return `“${label ?? target}”`;
}

/** Removes conditions implied by others: “Canada” implies not “Mexico”. */
export function withoutImplied(
  conditions: readonly Condition[],
  definition: FormDefinition,
): readonly Condition[] {
  return conditions.filter(
    (condition, index) =>
      !conditions.some(
        (other, place) =>
          place !== index &&
          implies(other, condition, definition) &&
          // Keeps the first of two equal conditions.
          (place < index || !implies(condition, other, definition)),
      ),
  );
}

function implies(first: Condition, second: Condition, definition: FormDefinition): boolean {
  if (!('valueKey' in first) || !('valueKey' in second) || first.valueKey !== second.valueKey) return false;
  const { valueKey, operator, target } = first;
  // A list can contain several answers, so one does not exclude another.
  if (questionsOf(definition).get(valueKey)?.type === 'array') return false;
  const values = operator === 'equals' || operator === 'in' ? targetsOf(target) : [];
  return values.length > 0 && values.every((value) => evaluateCondition(second, { [valueKey]: value }));
}

function targetsOf(target: AnswerValue | undefined): readonly AnswerValue[] {
  return [target ?? []].flat();
}

/** A condition in words, with its place. */
export type WrittenPart = {
  readonly condition: Condition;
  readonly words: string;
  readonly at: Cursor | undefined;
};

/** Returns the parts of a conjunction separately; anything else is its only part. */
export function writtenParts(
  condition: Condition,
  partner: CompiledPartner,
  at?: Cursor,
): readonly WrittenPart[] {
  const written = partner.origins.get(condition) ?? tabOf(condition, partner) ?? at;
  if ('all' in condition) return condition.all.flatMap((each) => writtenParts(each, partner, written));
  return [{ condition, words: conditionInWords(condition, partner.definition), at: written }];
}

/** The condition for a chosen tab is written at the tab. */
function tabOf(condition: Condition, { definition, origins }: CompiledPartner): Cursor | undefined {
  if (!('valueKey' in condition)) return undefined;
  const group = tabGroupsOf(definition).find(({ id }) => id === condition.valueKey);
  const tab = group?.tabs.find(({ id }) => id === condition.target);
  return tab && origins.get(tab);
}

/** Formats a place: `pages/about.ui.json:87`. */
export function placeInWords({ file, line }: Place): string {
  return `${file}:${line}`;
}
