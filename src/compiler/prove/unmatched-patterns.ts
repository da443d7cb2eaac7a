import { listedOptions, optionListsOf } from '#form/answers/option-lists.ts';
import type { Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { quoteNames } from '../source/nearest.ts';
import { storedText } from './formulas/stored-text.ts';
import { textCells } from './formulas/text-values.ts';
import type { Proof } from './proof.ts';

/**
 * Reports patterns that match nothing a control can store. Returns whether there are any.
 *
 * For example, a digits-only pattern never matches a phone number, which is stored formatted. For choices only list
 * values count. Patterns of rules are included, since they cannot be satisfied either.
 */
export function reportUnmatchedPatterns(question: Question, proof: Proof): boolean {
  const values = optionValues(question, proof);
  const stored = storedText(question);
  const isMatched = (pattern: string): boolean =>
    values
      ? values.some((value) => new RegExp(pattern, 'u').test(value))
      : textCells([{ pattern }], stored?.pattern).some(({ holds }) => holds[0]);
  const unmatched = patternsOf(question, proof).filter(({ pattern }) => !isMatched(pattern));
  const choices = values && `its values are ${quoteNames(values)}`;
  for (const { at, pattern } of unmatched) {
    proof.report(at, {
      code: 'unmatched-pattern',
      found: `the pattern ${pattern} of "${question.key}", which no answer can match: ${choices ?? stored?.words ?? 'no text has this form'}`,
      expected: 'a pattern that answers match as they are stored',
      cure: MASKED.has(question.widget)
        ? `Remove the pattern, or choose another widget than "${question.widget}".`
        : 'Correct the pattern, or remove it.',
    });
  }
  return unmatched.length > 0;
}

/** Widgets that store a fixed format. */
const MASKED: ReadonlySet<string> = new Set(['date', 'phone', 'socialSecurity']);

/** Values of a single choice; undefined for texts. */
function optionValues(question: Question, { model: { definition } }: Proof): readonly string[] | undefined {
  const lists = optionListsOf(definition, question);
  if (lists.length === 0 || question.dependsOn?.otherwise !== undefined) return undefined;
  return [...new Set(lists.flatMap((list) => listedOptions(list, new Date())).map(({ value }) => value))];
}

type WrittenPattern = { readonly at: Cursor; readonly pattern: string };

/** Returns the patterns in the files, including those of rules. */
function patternsOf(question: Question, { partner }: Proof): readonly WrittenPattern[] {
  const { key, constraints, rules } = question;
  const own = [partner.taken.keys.get(key)?.property, constraints] as const;
  const written = [
    own,
    ...rules.map((rule) => [partner.origins.get(rule)?.at('schema'), rule.schema] as const),
  ];
  return written.flatMap(([holder, { pattern }]) => {
    const at = holder?.at('pattern');
    return at && pattern !== undefined ? [{ at, pattern }] : [];
  });
}
