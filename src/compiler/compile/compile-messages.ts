import type { Constraints } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { SourceSet } from '../source/source-set.ts';
import { defaultMessage } from './default-messages.ts';
import { answerType, isChoice } from './question-shape.ts';

type Messaged = {
  /** With the sentences of the engine. */
  readonly sources: SourceSet;
  readonly property: Cursor;
  readonly fullLabel: string;
  readonly messagePrefix: string;
  /** The limits that the sentences are for. */
  readonly constraints: Constraints;
};

/**
 * Keyword → sentence for every keyword that can fail: the file's own sentence, else the generic one. A sentence
 * of a block may name what its use puts before the labels, `{messagePrefix}`, without the label itself.
 */
export function compileMessages({
  sources,
  property,
  fullLabel,
  messagePrefix,
  constraints,
}: Messaged): Readonly<Record<string, string>> {
  const keywords: readonly (readonly [string, unknown])[] = [
    ['required', ''],
    ['type', ''],
    ...(isChoice(property) ? [['enum', ''] as const] : []),
    ...Object.entries(constraints),
  ];
  const sentences = keywords.map(([keyword, limit]) => {
    const given = givenMessage(property, keyword);
    const name = keyword === 'type' ? answerType(property) : messageOf(keyword, constraints);
    const sentence = given && fillIn(given, fullLabel, messagePrefix);
    return [keyword, sentence ?? defaultMessage(sources, name, { path: fullLabel, limit })];
  });
  return Object.fromEntries(sentences);
}

/** The sentence for one of a question's rules: its own, else what the question says of the keyword, else the generic one. */
export function ruleMessage(
  rule: Cursor,
  { sources, property, fullLabel, messagePrefix, constraints }: Messaged,
): string {
  const [keyword = 'pattern', limit] = Object.entries(constraints)[0] ?? [];
  const given = rule.at('errorMessage')?.text() ?? givenMessage(property, keyword);
  const sentence = given && fillIn(given, fullLabel, messagePrefix);
  return sentence ?? defaultMessage(sources, messageOf(keyword, constraints), { path: fullLabel, limit });
}

/** What the file says of a keyword, as it is written there. */
function givenMessage(property: Cursor, keyword: string): string | undefined {
  const own = property.at('errorMessage');
  return own?.text() ?? own?.at(keyword)?.text();
}

/** A sentence of the file with the label of its question. */
export function fillIn(sentence: string, fullLabel: string, messagePrefix: string): string {
  return sentence
    .replaceAll('{label}', () => fullLabel)
    .replaceAll('{messagePrefix}', () => messagePrefix.trim());
}

/** The name of the default sentence for a keyword. */
function messageOf(keyword: string, constraints: Constraints): string {
  const { minLength, maxLength, exclusiveMinimum, format } = constraints;
  if (keyword === 'format') return format ?? 'pattern';
  if (keyword === 'exclusiveMinimum' && exclusiveMinimum === 0) return 'positive';
  const exact = minLength !== undefined && minLength === maxLength;
  return exact && (keyword === 'minLength' || keyword === 'maxLength') ? 'exactLength' : keyword;
}
