import { mapValue } from '#form/moves/move-answers.ts';
import { movesOf } from '#compiler/changes/no-moves.ts';
import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { ownMember } from '#form/definition/own-member.ts';
import type { RuleGroup, Shipped, Specified } from './specified.ts';

const SHORT_NAME = '{partner.short_name}';

/** The list in other names, and a sentence for each. */
type Renamed = { readonly specified: Specified; readonly renamed: readonly string[] };

/** A key of the list as the form has it. */
export function keyInForm(key: string, { shortName }: Shipped): string {
  return key.replace(SHORT_NAME, () => shortName);
}

/** The list with the keys and values that `formerly` gives to what it names: a question that is renamed is the same question. */
export function inNamesOfToday(specified: Specified, shipped: Shipped): Renamed {
  const renamed = new Set<string>();
  const nameOf = (key: string): string => {
    const name = keyOfToday(key, shipped);
    if (name !== key) renamed.add(`Renamed: the question "${key}" is "${name}".`);
    return name;
  };
  const answersOf = (answers: Answers): Answers =>
    Object.fromEntries(
      Object.entries(answers).map(([key, answer]) => [nameOf(key), valueOfToday(key, answer, shipped)]),
    );
  const byKey = <Value>(members: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [nameOf(key), member]));
  const optionOf = (key: string, value: string): string => {
    const today = String(valueOfToday(key, value, shipped));
    if (today !== value) renamed.add(`Renamed: the option "${value}" of "${nameOf(key)}" is "${today}".`);
    return today;
  };
  const groupOf = ({ cases, given, ...group }: RuleGroup): RuleGroup => ({
    ...group,
    given: answersOf(given),
    cases: Object.fromEntries(
      Object.entries(cases).map(([name, rule]) => [
        name,
        { ...rule, given: answersOf(rule.given), wrong: byKey(rule.wrong) },
      ]),
    ),
  });
  const inNames: Specified = {
    ...specified,
    pages: specified.pages.map(({ questions, ...page }) => ({
      ...page,
      questions: [...new Set(questions.map(nameOf))],
    })),
    labels: byKey(specified.labels),
    offered: Object.fromEntries(
      Object.entries(specified.offered).map(([key, values]) => [
        nameOf(key),
        [...new Set(values.map((value) => optionOf(key, value)))],
      ]),
    ),
    complete: answersOf(specified.complete),
    // The questions of a card are never renamed.
    rules: Object.fromEntries(
      Object.entries(specified.rules).map(([subject, group]) => [
        subject,
        group.card === undefined ? groupOf(group) : group,
      ]),
    ),
  };
  return { specified: inNames, renamed: [...renamed] };
}

function keyOfToday(key: string, shipped: Shipped): string {
  const { definition, shortName } = shipped;
  const today = ownMember(movesOf(definition).keys, keyInForm(key, shipped));
  if (today === undefined || !questionsOf(definition).has(today)) return key;
  return key.includes(SHORT_NAME) ? today.replace(shortName, SHORT_NAME) : today;
}

/** As an answer moves: from a former key once, and what the question does not offer any more. */
function valueOfToday(key: string, value: AnswerValue, shipped: Shipped): AnswerValue {
  const { definition } = shipped;
  const { values } = movesOf(definition);
  const [former, today] = [key, keyOfToday(key, shipped)].map((each) => keyInForm(each, shipped));
  if (former === undefined || today === undefined) return value;
  const moved = former === today ? value : mapValue(ownMember(values, former), value);
  const question = questionsOf(definition).get(today);
  const lists = question ? optionListsOf(definition, question) : [];
  const offered = new Set(lists.flatMap((list) => (isYearList(list) ? [] : list.map((one) => one.value))));
  const gone = Object.entries(ownMember(values, today) ?? {}).filter(([each]) => !offered.has(each));
  return mapValue(Object.fromEntries(gone), moved);
}
