import { listedOptions, listNamed } from '#form/answers/option-lists.ts';
import type { Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { listed } from '../source/nearest.ts';
import { storedText } from './formulas/stored-text.ts';
import { textCells } from './formulas/text-values.ts';
import type { Proof } from './proof.ts';

/**
 * Reports patterns that match nothing a control can store. Returns whether there are any.
 *
 * A pattern for the digits of a phone number never matches, because its control stores them with signs. Of a choice only
 * the values of its lists are stored. Patterns of a rule count as well, since nobody can ever do what the rule asks for.
 */
export function reportUnmatchedPatterns(question: Question, proof: Proof): boolean {
  const values = optionValues(question, proof);
  const stored = storedText(question);
  const isMatched = (pattern: string): boolean =>
    values
      ? values.some((value) => new RegExp(pattern, 'u').test(value))
      : textCells([{ pattern }], stored?.pattern).some(({ holds }) => holds[0]);
  const unmatched = patternsOf(question, proof).filter(({ pattern }) => !isMatched(pattern));
  const choices = values && `its values are ${listed(values)}`;
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

/** Widgets that write the answer in a form of their own. */
const MASKED: ReadonlySet<string> = new Set(['date', 'phone', 'socialSecurity']);

/** The values of a question that is answered with one option; undefined for one that is answered with a text. */
function optionValues(question: Question, { model: { definition } }: Proof): readonly string[] | undefined {
  const { options, dependsOn } = question;
  const names = [...(options === undefined ? [] : [options]), ...Object.values(dependsOn?.lists ?? {})];
  if (names.length === 0 || dependsOn?.otherwise !== undefined) return undefined;
  const lists = names.map((name) => listedOptions(listNamed(definition, question, name), new Date()));
  return [...new Set(lists.flat().map(({ value }) => value))];
}

type WrittenPattern = { readonly at: Cursor; readonly pattern: string };

/** The patterns that the files say, those of rules included. */
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
