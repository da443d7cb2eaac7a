import { optionListsOf, isYearList } from '#form/answers/option-lists.ts';
import type { Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { type Judged, createJudge } from './judge-rules.ts';
import { inNamesOfToday, keyInForm } from './names-of-today.ts';
import type { RuleCase, RuleGroup, Shipped, Specified, SpecifiedPage } from './specified.ts';

/** The list as the questionnaire would have it, and a sentence for each difference. */
export type Renewed = {
  readonly specified: Specified;
  readonly changes: readonly string[];
  /** What only has another name: no difference. */
  readonly renamed: readonly string[];
};

/**
 * Compares the questionnaire with what is specified. What it asks or says beyond that is no difference, so a new
 * question is none; nor is a new requirement, unless a rule says that something is right without it; nor is a new name
 * that `formerly` declares.
 */
export function renewSpecified(accepted: Specified, shipped: Shipped): Renewed {
  const { specified, renamed } = inNamesOfToday(accepted, shipped);
  // One sentence may be at the bottom of several cases.
  const changes = new Set<string>();
  const comparison: Comparison = {
    shipped,
    questions: questionsOf(shipped.definition),
    keyOf: (key) => keyInForm(key, shipped),
    say: (sentence) => changes.add(sentence),
  };
  const renewed = {
    ...specified,
    pages: renewPages(specified.pages, comparison),
    cards: renewCards(specified.cards, comparison),
    labels: renewLabels(specified.labels, comparison),
    offered: renewOffered(specified.offered, comparison),
    rules: renewRules(specified, comparison),
  };
  return { specified: renewed, changes: [...changes], renamed };
}

type Comparison = {
  readonly shipped: Shipped;
  readonly questions: ReadonlyMap<string, Question>;
  /** A key of the list as the form has it. */
  readonly keyOf: (key: string) => string;
  readonly say: (sentence: string) => void;
};

function renewPages(pages: readonly SpecifiedPage[], comparison: Comparison): readonly SpecifiedPage[] {
  const { shipped, questions, keyOf, say } = comparison;
  const keys = pages.flatMap((page) => page.questions);
  for (const { id, questions: own } of pages) {
    for (const key of own.filter((each) => questions.get(keyOf(each))?.page !== id)) {
      const page = questions.get(keyOf(key))?.page;
      if (page === undefined) say(`Removed: the question "${key}" of the page "${id}".`);
      else say(`Moved: the question "${key}" from the page "${id}" to the page "${page}".`);
    }
  }
  const before = pages.map(({ id }) => id);
  const known = shipped.definition.pages.filter(({ id }) => before.includes(id));
  for (const { id } of pages.filter((page) => !known.some((each) => each.id === page.id))) {
    say(`Removed: the page "${id}".`);
  }
  const order = before.filter((id) => known.some((page) => page.id === id));
  const ids = known.map(({ id }) => id);
  if (ids.join() !== order.join())
    say(`Changed: the pages come as ${ids.join(', ')}, not as ${order.join(', ')}.`);
  return known.map(({ id, path, title }) => {
    const old = pages.find((page) => page.id === id);
    if (old && old.path !== path) say(`Changed: the path of the page "${id}" from ${old.path} to ${path}.`);
    if (old && old.title !== title)
      say(`Changed: the title of the page "${id}" from "${old.title}" to "${title}".`);
    return { id, path, title, questions: keys.filter((key) => questions.get(keyOf(key))?.page === id) };
  });
}

function renewCards(cards: Specified['cards'], { shipped, say }: Comparison): Specified['cards'] {
  return Object.fromEntries(
    Object.entries(cards).map(([card, keys]) => {
      const asked = shipped.cards[card]?.questions ?? {};
      for (const key of keys.filter((each) => !(each in asked))) {
        say(`Removed: the question "${key}" of the card "${card}".`);
      }
      return [card, keys.filter((key) => key in asked)];
    }),
  );
}

/** A question that is not asked any more is a change of its page. */
function renewLabels(
  labels: Specified['labels'],
  { questions, keyOf, say }: Comparison,
): Specified['labels'] {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, label]) => {
      const question = questions.get(keyOf(key));
      if (!question) return [];
      const isBeginning = label.endsWith('…');
      if (isBeginning ? question.fullLabel.startsWith(label.slice(0, -1)) : question.label === label) {
        return [[key, label]];
      }
      const now = isBeginning ? question.fullLabel : question.label;
      say(`Changed: the label of "${key}" from "${label}" to "${now}".`);
      return isBeginning ? [] : [[key, now]];
    }),
  );
}

function renewOffered(offered: Specified['offered'], comparison: Comparison): Specified['offered'] {
  const { shipped, questions, keyOf, say } = comparison;
  return Object.fromEntries(
    Object.entries(offered).flatMap(([key, values]) => {
      const question = questions.get(keyOf(key));
      if (!question) return [];
      const lists = optionListsOf(shipped.definition, question);
      const now = new Set(lists.flatMap((list) => (isYearList(list) ? [] : list.map(({ value }) => value))));
      for (const value of values.filter((each) => !now.has(each))) {
        say(`Removed: the option "${value}" of "${key}".`);
      }
      return [[key, values.filter((value) => now.has(value))]];
    }),
  );
}

function renewRules(specified: Specified, comparison: Comparison): Specified['rules'] {
  const { shipped, keyOf, say } = comparison;
  const judge = createJudge(specified, shipped, keyOf);
  return Object.fromEntries(
    Object.entries(specified.rules).map(([subject, group]): [string, RuleGroup] => [
      subject,
      {
        ...group,
        cases: Object.fromEntries(
          Object.entries(group.cases).map(([name, rule]): [string, RuleCase] => {
            const where = `${subject}, ${name}`;
            return [name, { ...rule, wrong: renewWrong(rule.wrong, judge(group, rule), { where, say }) }];
          }),
        ),
      },
    ]),
  );
}

function renewWrong(
  before: RuleCase['wrong'],
  found: Judged,
  { where, say }: Pick<Comparison, 'say'> & { readonly where: string },
): RuleCase['wrong'] {
  for (const key of Object.keys(before).filter((each) => !found.has(each))) {
    say(`Changed: ${where}: "${key}" was wrong, now it is right.`);
  }
  return Object.fromEntries(
    [...found].map(([key, sentence]): [string, string | true] => {
      const old = before[key];
      if (old === undefined) say(`Changed: ${where}: "${key}" was right, now it is wrong: ${sentence}`);
      if (typeof old !== 'string') return [key, true];
      if (old !== sentence) say(`Changed: the sentence for "${key}" from “${old}” to “${sentence}”.`);
      return [key, sentence];
    }),
  );
}
