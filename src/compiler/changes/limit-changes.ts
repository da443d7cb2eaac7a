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
import { type TwoForms, conditionChange } from './condition-changes.ts';
import type { Happened } from './change.ts';
import { type TwoQuestions, differing, isSameWording, messageChanges, reworded } from './message-changes.ts';
import { pairUp } from './pairs.ts';
import {
  boundInWords,
  comparisonOfAnswersInWords,
  inPlainWords,
  limitInWords,
  limitsInWords,
  quoted,
  valueInWords,
} from './sentence-words.ts';

/** Which answers to a question are right otherwise than before, and what is said of them. */
export function limitChanges(two: TwoQuestions, forms: TwoForms): readonly Happened[] {
  return [
    ...keywords(two),
    ...bounds(two),
    ...ruleChanges(two, forms),
    ...relationChanges(two, forms),
    ...noticeChanges(two, forms),
    ...messageChanges(two),
  ];
}

function answers(happened: string): Happened {
  return { kind: 'answers', happened };
}

function keywords({ before, after }: TwoQuestions): readonly Happened[] {
  return differing(before.constraints, after.constraints).flatMap(([keyword, old, current]) => {
    const message = after.messages[keyword];
    const isSaid = message !== undefined && message !== before.messages[keyword];
    const said =
      isSaid && !isImplied(before.messages[keyword] ?? '', message, [old, current]) ? otherwise(message) : '';
    if (keyword === 'pattern' && typeof old === 'string' && typeof current === 'string') {
      const examples = patternExamples(old, current);
      return examples === undefined ? [] : [answers(`{is} now held to another pattern: ${examples}.${said}`)];
    }
    if (current === undefined) return [answers(`no longer {has} to ${limitInWords(keyword, old)}.`)];
    const was =
      old === undefined
        ? ''
        : ` (before: ${typeof old === 'object' || typeof old === 'string' ? limitInWords(keyword, old).replace(/^be /, '') : valueInWords(old)})`;
    return [answers(`must now ${limitInWords(keyword, current)}${was}.${said}`)];
  });
}

function otherwise(message: string): string {
  return ` Otherwise students read ${quoted(message)}.`;
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

/** Whether a sentence differs only in the values that it names. */
function isImplied(before: string, after: string, [old, current]: readonly [unknown, unknown]): boolean {
  return isShort(old) && isShort(current) && before.replaceAll(String(old), String(current)) === after;
}

/** Texts that fit one of two patterns and not the other; undefined where both mean the same. */
function patternExamples(before: string, after: string): string | undefined {
  try {
    const cells = textCells([{ pattern: before }, { pattern: after }]);
    const news = cells.find(({ holds }) => !holds[0] && holds[1]);
    const gone = cells.find(({ holds }) => holds[0] && !holds[1]);
    if (!news && !gone) return undefined;
    const parts = [
      ...(news ? [`${quoted(news.example)} is now right`] : []),
      ...(gone ? [`${quoted(gone.example)} is no longer right`] : []),
    ];
    return `for example, ${parts.join(', and ')}`;
  } catch {
    // What cannot be decided of a pattern is said of it as it is written.
    return `the pattern is now \`${after}\` (before: \`${before}\`)`;
  }
}

function bounds({ before, after }: TwoQuestions): readonly Happened[] {
  return (['earliest', 'latest'] as const).flatMap((name) => {
    const [old, current] = [before[name], after[name]];
    if (isDeepStrictEqual(old, current)) return [];
    if (!current)
      return old
        ? [
            answers(
              `may now be ${name === 'earliest' ? 'earlier' : 'later'} than before: {it} no longer {has} to ${boundInWords(name, old)}.`,
            ),
          ]
        : [];
    if (!old) return [answers(`must now ${boundInWords(name, current)}.${otherwise(current.message)}`)];
    const [was, is] = [boundInWords(name, old), boundInWords(name, current)];
    if (was !== is) return [answers(`must now ${is} (before: ${was.replace('not be ', 'not ')}).`)];
    if (isSameWording(old.message, current.message, { before, after })) return [];
    return [reworded(old.message, current.message, `is ${name === 'earliest' ? 'too early' : 'too late'}`)];
  });
}

function whenInWords(when: Condition | undefined, form: FormDefinition): string {
  return when ? ` when ${inPlainWords(when, form)}` : '';
}

const RULE = { verb: 'held to its rule', always: 'always', never: 'at all' };

function ruleChanges(two: TwoQuestions, forms: TwoForms): readonly Happened[] {
  const { changed, added, removed } = pairUp<Rule>(two.before.rules, two.after.rules, [
    ({ when: _when, ...rest }) => rest,
    ({ message }) => message,
    ({ schema }) => schema,
    ({ schema }) => Object.keys(schema),
  ]);
  const found: Happened[] = [];
  for (const [old, current] of changed) {
    const rule = quoted(current.message);
    const between = { before: old.when, after: current.when, around: two.after.visibleWhen };
    const change = conditionChange(between, forms, { ...RULE, verb: `held to the rule ${rule}` });
    if (change) found.push({ kind: 'answers', ...change });
    if (!isDeepStrictEqual(old.schema, current.schema) && !isSameRule(old.schema, current.schema))
      found.push(
        answers(
          `must now ${limitsInWords(current.schema)}${whenInWords(current.when, forms.after)} (before: ${limitsInWords(old.schema).replace(/^be /, '')}).${otherwise(current.message)}`,
        ),
      );
    else if (!isSameWording(old.message, current.message, two))
      found.push(reworded(old.message, current.message, 'a rule is broken'));
  }
  return [
    ...found,
    ...added.map(({ when, schema, message }) =>
      answers(`must now ${limitsInWords(schema)}${whenInWords(when, forms.after)}.${otherwise(message)}`),
    ),
    ...removed.map(({ when, schema, message }) =>
      answers(
        `no longer {has} to ${limitsInWords(schema)}${whenInWords(when, forms.before)} (${quoted(message)}).`,
      ),
    ),
  ];
}

/** Patterns that mean the same. */
function isSameRule(before: Constraints, after: Constraints): boolean {
  return differing(before, after).every(
    ([keyword, old, current]) =>
      keyword === 'pattern' &&
      typeof old === 'string' &&
      typeof current === 'string' &&
      patternExamples(old, current) === undefined,
  );
}

function relationChanges(two: TwoQuestions, forms: TwoForms): readonly Happened[] {
  const { changed, added, removed } = pairUp<Relation>(
    two.before.relations ?? [],
    two.after.relations ?? [],
    [({ when: _when, message: _message, ...rest }) => rest, ({ targetKey }) => targetKey, () => true],
  );
  const words = (relation: Relation, side: 'before' | 'after'): string =>
    comparisonOfAnswersInWords(relation, two[side], forms[side]);
  const found: Happened[] = [];
  for (const [old, current] of changed) {
    const [was, is] = [words(old, 'before'), words(current, 'after')];
    const between = { before: old.when, after: current.when, around: two.after.visibleWhen };
    const change = conditionChange(between, forms, { ...RULE, verb: `compared (it must ${is})` });
    if (change) found.push({ kind: 'answers', ...change });
    if (was !== is) found.push(answers(`must now ${is} (before: ${was.replace(/^be /, '')}).`));
    else if (!isSameKeys(old, current))
      found.push(
        answers(
          `must ${is}, compared in another way than before: by ${valueInWords(current.keys)} with ${valueInWords(current.targetKeys)}.`,
        ),
      );
    if (!isSameWording(old.message, current.message, two))
      found.push(reworded(old.message, current.message, 'this is broken'));
  }
  return [
    ...found,
    ...added.map((relation) =>
      answers(
        `must now ${words(relation, 'after')}${whenInWords(relation.when, forms.after)}.${otherwise(relation.message)}`,
      ),
    ),
    ...removed.map((relation) => answers(`no longer {has} to ${words(relation, 'before')}.`)),
  ];
}

function isSameKeys(before: Relation, after: Relation): boolean {
  return isDeepStrictEqual([before.keys, before.targetKeys], [after.keys, after.targetKeys]);
}

function noticeChanges(two: TwoQuestions, forms: TwoForms): readonly Happened[] {
  const { changed, added, removed } = pairUp<Notice>(two.before.notices ?? [], two.after.notices ?? [], [
    ({ when: _when, ...rest }) => rest,
    ({ text }) => text,
    ({ text: _text, ...rest }) => rest,
    () => true,
  ]);
  const found: Happened[] = [];
  for (const [old, current] of changed) {
    const between = { before: old.when, after: current.when, around: two.after.visibleWhen };
    const change = conditionChange(between, forms, {
      ...RULE,
      verb: `given the notice ${quoted(current.text)}`,
    });
    if (change) found.push({ kind: 'answers', ...change });
    if (!isSameWording(old.text, current.text, two))
      found.push({
        kind: 'reworded',
        happened: `now {has} the notice ${quoted(current.text)} (before: ${quoted(old.text)}).`,
      });
    if (!isDeepStrictEqual([old.comparison, old.unlike], [current.comparison, current.unlike]))
      found.push(
        answers(
          `{has} the notice ${quoted(current.text)} with other answers than before${noticeReason(current, two, forms)}.`,
        ),
      );
  }
  return [
    ...found,
    ...added.map((notice) =>
      answers(
        `now {has} a notice${whenInWords(notice.when, forms.after)}${noticeReason(notice, two, forms)}: ${quoted(notice.text)}`,
      ),
    ),
    ...removed.map(({ text }) => answers(`no longer {has} the notice ${quoted(text)}.`)),
  ];
}

function noticeReason({ comparison, unlike }: Notice, two: TwoQuestions, forms: TwoForms): string {
  const reasons = [
    ...(comparison
      ? [comparisonOfAnswersInWords(comparison, two.after, forms.after).replace(/^be /, 'it is not ')]
      : []),
    ...(unlike ? ['it is unlike the name given above'] : []),
  ];
  return reasons.length === 0 ? '' : ` where ${reasons.join(' and ')}`;
}
