import type { Constraints } from '#form/definition/definition.ts';
import type { Cursor } from './cursor.ts';
import { defaultMessage } from './default-messages.ts';
import { answerType, isChoice } from './question-shape.ts';

type Messaged = {
  readonly property: Cursor;
  readonly fullLabel: string;
  readonly messagePrefix: string;
  readonly constraints: Constraints;
};

/**
 * Keyword → sentence for every keyword that can fail: the file's own sentence, else the generic one. A sentence
 * of a block may name what its use puts before the labels, `{messagePrefix}`, without the label itself.
 */
export function compileMessages({
  property,
  fullLabel,
  messagePrefix,
  constraints,
}: Messaged): Readonly<Record<string, string>> {
  const own = property.at('errorMessage');
  const keywords: readonly (readonly [string, unknown])[] = [
    ['required', ''],
    ['type', ''],
    ...(isChoice(property) ? [['enum', ''] as const] : []),
    ...Object.entries(constraints),
  ];
  const sentences = keywords.map(([keyword, limit]) => {
    const given = own?.text() ?? own?.at(keyword)?.text();
    const name = keyword === 'type' ? answerType(property) : messageOf(keyword, constraints);
    const sentence = given
      ?.replaceAll('{label}', () => fullLabel)
      .replaceAll('{messagePrefix}', () => messagePrefix.trim());
    return [keyword, sentence ?? defaultMessage(name, fullLabel, limit)];
  });
  return Object.fromEntries(sentences);
}

/** The name of the default sentence for a keyword. */
export function messageOf(keyword: string, constraints: Constraints): string {
  const { minLength, maxLength, exclusiveMinimum, format } = constraints;
  if (keyword === 'format') return format ?? 'pattern';
  if (keyword === 'exclusiveMinimum' && exclusiveMinimum === 0) return 'positive';
  const exact = minLength !== undefined && minLength === maxLength;
  return exact && (keyword === 'minLength' || keyword === 'maxLength') ? 'exactLength' : keyword;
}
