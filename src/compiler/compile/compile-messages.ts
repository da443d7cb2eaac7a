import type { Constraints } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { Cursor } from '../source/cursor.ts';
import type { SourceSet } from '../source/source-set.ts';
import { QUESTION_TEXTS, ownTexts, readTexts } from '../source/engine-texts.ts';
import { type TranslatedText, formsOf } from '../source/translation.ts';
import { answeredNumber } from '#texts/language.ts';
import { answerType, exclusiveOptions, isChoice, smallestAmount } from './question-shape.ts';

type MessageContext = {
  /** Including the engine texts. */
  readonly sources: SourceSet;
  readonly property: Cursor;
  readonly fullLabel: string;
  readonly messagePrefix: string;
  /** Limits that need messages. */
  readonly constraints: Constraints;
};

/** Returns a message per keyword that can fail: the file's own, else the default. */
export function compileMessages(messaged: MessageContext): Readonly<Record<string, string>> {
  const { sources, property, fullLabel, messagePrefix, constraints } = messaged;
  const alone = exclusiveOptions(property, sources).map((option) => option.at('label')?.text());
  const keywords: readonly (readonly [string, unknown])[] = [
    ['required', ''],
    ['type', ''],
    ...(isChoice(property) ? [['enum', ''] as const] : []),
    ...(alone.length > 0 ? [['exclusive', alone.join(' / ')] as const] : []),
    ...Object.entries(constraints),
  ];
  const sentences = keywords.map(([keyword, limit]) => {
    const given = givenMessage(property, keyword);
    const sentence = given && fillIn(given, fullLabel, messagePrefix);
    return [keyword, sentence ?? limitMessage(keyword, limit, messaged)];
  });
  return Object.fromEntries(sentences);
}

/** Returns the message of a rule: its own, else the question's for the keyword, else the default. */
export function ruleMessage(
  rule: Cursor,
  { sources, property, fullLabel, messagePrefix, constraints }: MessageContext,
): string {
  const [keyword = 'pattern', limit] = Object.entries(constraints)[0] ?? [];
  const given = rule.at('errorMessage')?.text() ?? givenMessage(property, keyword);
  const sentence = given && fillIn(given, fullLabel, messagePrefix);
  return (
    sentence ?? limitMessage(keyword, limit, { sources, property, fullLabel, messagePrefix, constraints })
  );
}

/** Returns the default message of a keyword, with amounts of money in the reader's format. */
function limitMessage(
  keyword: string,
  limit: unknown,
  { sources, property, fullLabel: path, constraints }: MessageContext,
): string {
  const name = keyword === 'type' ? answerType(property) : messageOf(keyword, constraints);
  const least = smallestAmount(property);
  if (least === undefined) return defaultMessage(sources, name, { path, limit });
  const { locale, language = 'en-US' } = sources.translation ?? {};
  const kind = { currency: property.at('currency')?.text(), isWhole: answerType(property) === 'integer' };
  const amount = (value: number): string => answeredNumber(value, kind, locale ?? language);
  const isAmount = keyword === 'type' || (keyword === 'multipleOf' && limit === least);
  if (isAmount) return defaultMessage(sources, 'money', { path, limit: amount(1250 + 50 * least) });
  return defaultMessage(sources, name, { path, limit: typeof limit === 'number' ? amount(limit) : limit });
}

/** Returns the file's message for a keyword, as written. */
function givenMessage(property: Cursor, keyword: string): string | undefined {
  const own = property.at('errorMessage');
  return own?.text() ?? own?.at(keyword)?.text();
}

/** Fills the question's label into a message. */
export function fillIn(sentence: string, fullLabel: string, messagePrefix: string): string {
  return sentence
    .replaceAll('{label}', () => fullLabel)
    .replaceAll('{messagePrefix}', () => messagePrefix.trim());
}

/** Returns the name of the default message for a keyword. */
function messageOf(keyword: string, constraints: Constraints): string {
  const { minLength, maxLength, exclusiveMinimum, multipleOf, format } = constraints;
  if (keyword === 'format') return format ?? 'pattern';
  if (keyword === 'exclusiveMinimum' && exclusiveMinimum === 0) return 'positive';
  if (keyword === 'exclusiveMaximum') return 'lessThan';
  if (keyword === 'multipleOf' && multipleOf === 1) return 'integer';
  const exact = minLength !== undefined && minLength === maxLength;
  return exact && (keyword === 'minLength' || keyword === 'maxLength') ? 'exactLength' : keyword;
}

/** Names of the default messages: those of docs/behavior.md 5.2, then ours. */
export const DEFAULT_MESSAGES: ReadonlySet<string> = new Set(
  (
    'required minLength maxLength exactLength email uri uuid minimum maximum positive integer number minItems maxItems ' +
    'enum exclusive multipleOf money ' +
    'exclusiveMinimum lessThan after notBefore before notAfter sameAs differentFrom date pattern const string boolean array'
  ).split(' '),
);

/** Name → message, with the partner's overrides. */
const sentencesOf = memoizeByObject((sources: SourceSet): ReadonlyMap<string, string> => {
  const own = ownTexts(sources, sources.partner ?? '');
  const texts = [...readTexts(sources).values()].filter(({ group }) => group === QUESTION_TEXTS);
  return new Map(
    texts.map(({ key, name, localized }) => [
      name,
      own.get(key)?.text() ?? (typeof localized === 'string' ? localized : ''),
    ]),
  );
});

/** Values for a default message: the full label and the compared value. */
type MessageValues = { readonly path: string; readonly limit?: unknown };

/** Fills in a default message; empty if texts.json lacks it, which the check reports. */
export function defaultMessage(
  sources: SourceSet,
  name: string,
  { path, limit = '' }: MessageValues,
): string {
  if (!DEFAULT_MESSAGES.has(name)) {
    throw new Error(
      `No default sentence for "${name}"; add one to src/compiler/compile/compile-messages.ts and schemas/texts.json.`,
    );
  }
  const sentence = sentencesOf(sources).get(name) ?? '';
  return sentence.replace('{path}', () => path).replace('{limit}', () => String(limit));
}

/** Returns text overrides keyed by the engine's sentence, since pages load no keys. */
export function compileTexts(
  sources: SourceSet,
  partner: string,
): { readonly texts?: Readonly<Record<string, TranslatedText>> } {
  const written = ownTexts(sources, partner);
  const own = [...readTexts(sources).values()].flatMap(({ key, group, text, one, localized }) => {
    const ours = written.get(key);
    const instead = formsOf(ours) ?? ours?.text() ?? localized;
    const isOtherwise =
      typeof instead === 'string' ? instead !== text : instead['one'] !== one || instead['other'] !== text;
    return group !== QUESTION_TEXTS && isOtherwise ? [[text, instead] as const] : [];
  });
  const all = [...own, ...deadlineSentences(sources, partner)];
  return all.length === 0 && written.size === 0 ? {} : { texts: Object.fromEntries(all) };
}

/** Sentences of the deadline settings, which the server sends translated. */
function deadlineSentences(sources: SourceSet, partner: string): readonly (readonly [string, string])[] {
  const at = sources.cursor(`partners/${partner}.json`)?.at('deadlines')?.at('sentence');
  const [written, localized] = [at?.raw(), at?.text()];
  return typeof written === 'string' && localized !== undefined && localized !== written
    ? [[written, localized]]
    : [];
}
