import type { Constraints } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { Cursor } from '../source/cursor.ts';
import type { SourceSet } from '../source/source-set.ts';
import { QUESTION_TEXTS, ownTexts, readTexts } from '../source/texts.ts';
import { type TranslatedText, formsOf } from '../source/translation.ts';
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

/** Keyword → message, for every keyword that can fail: the file's own, else the generic one. */
export function compileMessages(messaged: Messaged): Readonly<Record<string, string>> {
  const { sources, property, fullLabel, messagePrefix, constraints } = messaged;
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

/** Names of the generic messages: those of docs/behavior.md 5.2, then ours. */
export const DEFAULT_MESSAGES: ReadonlySet<string> = new Set(
  (
    'required minLength maxLength exactLength email uri uuid minimum maximum positive integer number minItems maxItems ' +
    'enum ' +
    'exclusiveMinimum lessThan after notBefore before notAfter sameAs differentFrom date pattern const string boolean array'
  ).split(' '),
);

/** Name → sentence, in the partner's words. */
const sentencesOf = memoizeByObject((sources: SourceSet): ReadonlyMap<string, string> => {
  const own = ownTexts(sources, sources.partner ?? '');
  const texts = [...readTexts(sources).values()].filter(({ group }) => group === QUESTION_TEXTS);
  return new Map(
    texts.map(({ key, name, said }) => [
      name,
      own.get(key)?.text() ?? (typeof said === 'string' ? said : ''),
    ]),
  );
});

/** What goes into a default sentence: the full label of a question, and what it is compared with. */
type Named = { readonly path: string; readonly limit?: unknown };

/** Fills a default sentence; one that texts.json lacks, which the check reports, is empty. */
export function defaultMessage(sources: SourceSet, name: string, { path, limit = '' }: Named): string {
  if (!DEFAULT_MESSAGES.has(name)) {
    throw new Error(
      `No default sentence for "${name}"; add one to src/compiler/compile/compile-messages.ts and schemas/texts.json.`,
    );
  }
  const sentence = sentencesOf(sources).get(name) ?? '';
  return sentence.replace('{path}', () => path).replace('{limit}', () => String(limit));
}

/** Texts that replace the engine's, by the engine's sentence, since pages load no keys. */
export function compileTexts(
  sources: SourceSet,
  partner: string,
): { readonly texts?: Readonly<Record<string, TranslatedText>> } {
  const written = ownTexts(sources, partner);
  const own = [...readTexts(sources).values()].flatMap(({ key, group, text, one, said }) => {
    const ours = written.get(key);
    const instead = formsOf(ours) ?? ours?.text() ?? said;
    const isOtherwise =
      typeof instead === 'string' ? instead !== text : instead['one'] !== one || instead['other'] !== text;
    return group !== QUESTION_TEXTS && isOtherwise ? [[text, instead] as const] : [];
  });
  const all = [...own, ...sentenceOfDeadlines(sources, partner)];
  return all.length === 0 && written.size === 0 ? {} : { texts: Object.fromEntries(all) };
}

/** The server has the partner's settings as they are written, and says them to who reads another language. */
function sentenceOfDeadlines(sources: SourceSet, partner: string): readonly (readonly [string, string])[] {
  const at = sources.cursor(`partners/${partner}.json`)?.at('deadlines')?.at('sentence');
  const [written, said] = [at?.raw(), at?.text()];
  return typeof written === 'string' && said !== undefined && said !== written ? [[written, said]] : [];
}
