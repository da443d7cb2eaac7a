import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';
import { type TranslatedText, formsOf } from './translation.ts';

/** An engine text: `"completion.receipt {email}": "We send your receipt to {email}."` */
export type EngineText = {
  /** As in the file, with its placeholders: `completion.receipt {email}`. */
  readonly key: string;
  /** `completion`, and `receipt`. */
  readonly group: string;
  readonly name: string;
  /** Placeholder names in the key. */
  readonly values: readonly string[];
  /** The text as written; with plural forms, the most general one. */
  readonly text: string;
  readonly one: string | undefined;
  readonly localized: TranslatedText;
  readonly at: Cursor;
};

/** Group of the default question texts, which are compiled into the questions. */
export const QUESTION_TEXTS = 'question';

const KEY = /^([a-z][A-Za-z]*)\.([a-z][A-Za-z0-9]*)((?: \{[A-Za-z]+\})*)$/;

/** Reads the texts by key; skips malformed keys. */
export function readTexts(sources: SourceSet): ReadonlyMap<string, EngineText> {
  const members = textMembers(sources);
  const texts = members.flatMap(([key, at]) => {
    const [whole, group = '', name = ''] = KEY.exec(key) ?? [];
    const [forms, text] = [formsOf(at), at.text()];
    if (whole === undefined || (forms ?? text) === undefined) return [];
    const localized = forms ? (sources.translation?.forms(key) ?? forms) : (text ?? '');
    const { one, other = '' } = forms ?? { other: String(at.raw()) };
    return [[key, { key, group, name, values: bracesIn(key), text: other, one, localized, at }] as const];
  });
  return new Map(texts);
}

/** Members of the file that are not engine texts. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'verbatim']);

/** Returns every text of the file with its key. */
export function textMembers(sources: SourceSet): readonly (readonly [key: string, at: Cursor])[] {
  const members = sources.whole.cursor('texts.json')?.members() ?? new Map<string, Cursor>();
  return [...members].filter(([key]) => !OTHER_MEMBERS.has(key));
}

/** Texts exempt from the reading-grade check. */
export function verbatimSentences(sources: SourceSet): ReadonlySet<string> {
  const files = ['texts.json', 'form.json'].map((name) => sources.whole.cursor(name));
  return new Set(files.flatMap((file) => file?.at('verbatim')?.texts() ?? []));
}

/** Returns the placeholder names of a key or text, in order. */
export function bracesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** Returns text overrides by key: those of the form, then the partner's. */
export function ownTexts(sources: SourceSet, partner: string): ReadonlyMap<string, Cursor> {
  const files = ['form.json', `partners/${partner}.json`].map((name) => sources.whole.cursor(name));
  return new Map(files.flatMap((file) => [...(file?.at('texts')?.members() ?? [])]));
}
