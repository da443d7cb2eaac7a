import { isDeepStrictEqual } from 'node:util';
import type {
  Condition,
  Constraints,
  FormDefinition,
  Notice,
  Relation,
  Rule,
} from '#form/definition/definition.ts';
import { textCells } from '../prove/formulas/text-values.ts';
import { orderInWords } from '../prove/words/condition-words.ts';
import { type FormPair, conditionChange } from './condition-changes.ts';
import type { ChangeText } from './change.ts';
import { type QuestionPair, isSameWording, messageChanges, rewording } from './message-changes.ts';
import { type Pairs, pairUp, differences } from './pairs.ts';
import {
  boundInWords,
  inPlainWords,
  limitInWords,
  limitsInWords,
  quote,
  valueInWords,
} from './sentence-words.ts';

/** Describes changes in validation and its messages. */
export function limitChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  return [
    ...keywords(two),
    ...bounds(two),
    ...ruleChanges(two, forms),
    ...relationChanges(two, forms),
    ...noticeChanges(two, forms),
    ...messageChanges(two),
  ];
}

function answers(predicate: string): ChangeText {
  return { kind: 'answers', predicate };
}

function keywords({ before, after }: QuestionPair): readonly ChangeText[] {
  return differences(before.constraints, after.constraints).flatMap(([keyword, old, current]) => {
    const message = after.messages[keyword];
    const sentence = message === undefined || message === before.messages[keyword] ? '' : otherwise(message);
    if (keyword === 'pattern' && typeof old === 'string' && typeof current === 'string') {
      const examples = patternExamples(old, current);
      return examples === undefined
        ? []
        : [answers(`{is} now held to another pattern: ${examples}.${sentence}`)];
    }
    if (current === undefined) return [answers(`no longer {has} to ${limitInWords(keyword, old)}.`)];
    const was = old === undefined ? '' : ` (before: ${limitInWords(keyword, old).replace(/^be /, '')})`;
    return [answers(`must now ${limitInWords(keyword, current)}${was}.${sentence}`)];
  });
}

function otherwise(message: string): string {
  return ` Otherwise students read ${quote(message)}.`;
}

/** Returns texts that match only one of two patterns; undefined if equivalent. */
function patternExamples(before: string, after: string): string | undefined {
  try {
    const cells = textCells([{ pattern: before }, { pattern: after }]);
    const news = cells.find(({ holds }) => !holds[0] && holds[1]);
    const gone = cells.find(({ holds }) => holds[0] && !holds[1]);
    if (!news && !gone) return undefined;
    const parts = [
      ...(news ? [`${quote(news.example)} is now right`] : []),
      ...(gone ? [`${quote(gone.example)} is no longer right`] : []),
    ];
    return `for example, ${parts.join(', and ')}`;
  } catch {
    // Undecidable patterns are quoted.
    return `the pattern is now \`${after}\` (before: \`${before}\`)`;
  }
}

function bounds({ before, after }: QuestionPair): readonly ChangeText[] {
  return (['earliest', 'latest'] as const).flatMap((name): readonly ChangeText[] => {
    const [old, current] = [before[name], after[name]];
    const [was, is] = [old && boundInWords(name, old), current && boundInWords(name, current)];
    if (!current || is === undefined) {
      if (was === undefined) return [];
      const beyond = name === 'earliest' ? 'earlier' : 'later';
      return [answers(`may now be ${beyond} than before: {it} no longer {has} to ${was}.`)];
    }
    if (!old || was === undefined) return [answers(`must now ${is}.${otherwise(current.message)}`)];
    if (was !== is) return [answers(`must now ${is} (before: ${was.replace('not be ', 'not ')}).`)];
    return rewording(old.message, current.message, { before, after });
  });
}

function whenInWords(when: Condition | undefined, form: FormDefinition): string {
  return when ? ` when ${inPlainWords(when, form)}` : '';
}

/** Phrases for the entries of a list of rules with optional conditions. */
type EntryPhrases<Item> = {
  /** What happens to an answer while the condition holds. */
  readonly verb: (item: Item) => string;
  readonly changed: (old: Item, current: Item) => readonly ChangeText[];
  readonly added: (item: Item) => string;
  readonly removed: (item: Item) => string;
};

function entryChanges<Item extends { readonly when?: Condition }>(
  { changed, added, removed }: Pairs<Item>,
  phrases: EntryPhrases<Item>,
  { after }: QuestionPair,
  forms: FormPair,
): readonly ChangeText[] {
  return [
    ...changed.flatMap(([old, current]) => {
      const between = { before: old.when, after: current.when, around: after.visibleWhen };
      const voice = {
        kind: 'answers',
        verb: phrases.verb(current),
        always: 'always',
        never: 'at all',
      } as const;
      return [conditionChange(between, forms, voice) ?? [], ...phrases.changed(old, current)].flat();
    }),
    ...added.map((item) => answers(phrases.added(item))),
    ...removed.map((item) => answers(phrases.removed(item))),
  ];
}

function ruleChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const pairs = pairUp<Rule>(two.before.rules, two.after.rules, [
    ({ when: _when, ...rest }) => rest,
    ({ message }) => message,
    ({ schema }) => schema,
    ({ schema }) => Object.keys(schema),
  ]);
  const demand = ({ when, schema }: Rule): string =>
    `must now ${limitsInWords(schema)}${whenInWords(when, forms.after)}`;
  const sentences: EntryPhrases<Rule> = {
    verb: ({ message }) => `held to the rule ${quote(message)}`,
    changed: (old, current) => {
      if (!isSameRule(old.schema, current.schema)) {
        const was = limitsInWords(old.schema).replace(/^be /, '');
        return [answers(`${demand(current)} (before: ${was}).${otherwise(current.message)}`)];
      }
      return rewording(old.message, current.message, two);
    },
    added: (rule) => `${demand(rule)}.${otherwise(rule.message)}`,
    removed: ({ when, schema, message }) =>
      `no longer {has} to ${limitsInWords(schema)}${whenInWords(when, forms.before)} (${quote(message)}).`,
  };
  return entryChanges(pairs, sentences, two, forms);
}

/** Whether two sets of limits are equal, with equivalent patterns. */
function isSameRule(before: Constraints, after: Constraints): boolean {
  return differences(before, after).every(
    ([keyword, old, current]) =>
      keyword === 'pattern' &&
      typeof old === 'string' &&
      typeof current === 'string' &&
      patternExamples(old, current) === undefined,
  );
}

function relationChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const pairs = pairUp<Relation>(two.before.relations ?? [], two.after.relations ?? [], [
    ({ when: _when, message: _message, ...rest }) => rest,
    ({ targetKey }) => targetKey,
    () => true,
  ]);
  const words = (relation: Relation, side: 'before' | 'after'): string => orderInWords(relation, forms[side]);
  const sentences: EntryPhrases<Relation> = {
    verb: (relation) => `compared (it must be ${words(relation, 'after')})`,
    changed: (old, current) => {
      const [was, is] = [words(old, 'before'), words(current, 'after')];
      const found = [...rewording(old.message, current.message, two)];
      if (was !== is) found.push(answers(`must now be ${is} (before: ${was}).`));
      else if (!isDeepStrictEqual([old.keys, old.targetKeys], [current.keys, current.targetKeys]))
        found.push(
          answers(
            `must be ${is}, compared in another way than before: by ${valueInWords(current.keys)} with ${valueInWords(current.targetKeys)}.`,
          ),
        );
      return found;
    },
    added: (relation) =>
      `must now be ${words(relation, 'after')}${whenInWords(relation.when, forms.after)}.${otherwise(relation.message)}`,
    removed: (relation) => `no longer {has} to be ${words(relation, 'before')}.`,
  };
  return entryChanges(pairs, sentences, two, forms);
}

function noticeChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const pairs = pairUp<Notice>(two.before.notices ?? [], two.after.notices ?? [], [
    ({ when: _when, ...rest }) => rest,
    ({ text }) => text,
    ({ text: _text, ...rest }) => rest,
    () => true,
  ]);
  const sentences: EntryPhrases<Notice> = {
    verb: ({ text }) => `given the notice ${quote(text)}`,
    changed: (old, current) => {
      const found: ChangeText[] = [];
      const notice = `the notice ${quote(current.text)}`;
      if (!isSameWording(old.text, current.text, two))
        found.push({ kind: 'reworded', predicate: `now {has} ${notice} (before: ${quote(old.text)}).` });
      const reason = noticeReason(current, forms);
      if (!isDeepStrictEqual([old.comparison, old.unlike], [current.comparison, current.unlike]))
        found.push(answers(`{has} ${notice} with other answers than before${reason}.`));
      return found;
    },
    added: (notice) =>
      `now {has} a notice${whenInWords(notice.when, forms.after)}${noticeReason(notice, forms)}: ${quote(notice.text)}`,
    removed: ({ text }) => `no longer {has} the notice ${quote(text)}.`,
  };
  return entryChanges(pairs, sentences, two, forms);
}

function noticeReason({ comparison, unlike }: Notice, forms: FormPair): string {
  const order = comparison ? ` unless it is ${orderInWords(comparison, forms.after)}` : '';
  return unlike ? `${order} where it is unlike the name given above` : order;
}
