import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PluralForms } from '#texts/language.ts';
import type { Cursor, Translate } from './cursor.ts';
import { getOrInsert, memoize } from './memoize.ts';
import { ENGINE_SCHEMAS } from './schema-paths.ts';
import { SourceFile } from './source-file.ts';

/** A text, or its plural forms. */
export type TranslatedText = string | PluralForms;

/** A file of `schemas/translations`. */
export type Translation = {
  /** Language tag, as in the `lang` attribute: `es`, `zh-Hant`. */
  readonly language: string;
  /** The language's name for itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Locale of its numbers and dates: `es-US`. */
  readonly locale: string;
  /** Translator by file. Outdated translations are omitted and fall back to English. */
  readonly translate: (file: string) => Translate;
  /** Plural forms of an engine text, if any. */
  readonly forms: (key: string) => PluralForms | undefined;
};

/** Returns the plural forms of a text; undefined if it has only one. */
export function formsOf(at: Cursor | undefined): PluralForms | undefined {
  const forms = Object.fromEntries(
    [...(at?.members() ?? [])].map(([name, form]) => [name, form.text() ?? '']),
  );
  return at?.isObject() ? forms : undefined;
}

/** Finds the current translation of a text at a place; undefined if it is missing or outdated. */
type LookUp = (place: string, text: TranslatedText) => TranslatedText | undefined;

/** A look-up of translations by file. */
type LookUps = (file: string) => LookUp;

/** Returns a look-up of translations, also of the engine's texts and log-in cards by the engine's own. */
export function lookUpTranslations(root: Cursor, language: string): LookUps {
  const [own, engine] = [lookUpFile(root), engineTranslations(language)];
  return (file) => (place, text) => own(file)(place, text) ?? engine(file)(place, text);
}

/** Files that a questionnaire without its own takes from the engine. */
const ENGINE_FILES = /^(?:texts\.json$|accounts\/)/;

/** Returns the engine's own translations of its texts and log-in cards. */
export const engineTranslations = memoize((language: string): LookUps => {
  const name = `translations/${language}.json`;
  const file = path.join(ENGINE_SCHEMAS, name);
  const source = existsSync(file) ? new SourceFile(name, readFileSync(file)) : undefined;
  const inFile = lookUpFile(source?.cursor((text) => text));
  return (each) => (ENGINE_FILES.test(each) ? inFile(each) : () => undefined);
});

function lookUpFile(root: Cursor | undefined): LookUps {
  const known = new Map<string, LookUp>();
  return (file) =>
    getOrInsert(known, file, () => lookUpIn(root?.at('texts')?.at(file)?.members() ?? new Map()));
}

/** A text keeps its translation when it moves in its file, until `npm run translate` updates the places. */
function lookUpIn(entries: ReadonlyMap<string, Cursor>): LookUp {
  const current = [...entries].filter(([, entry]) => isTranslated(entry) && !entry.at('was'));
  const found = new Map(
    current.flatMap(([place, entry]) => {
      const [of, is] = [JSON.stringify(textOf(entry.at('of'))), textOf(entry.at('is'))];
      return [[`${memberOf(place)}\n${of}`, is] as const, [`${place}\n${of}`, is] as const];
    }),
  );
  return (place, text) => {
    const of = JSON.stringify(text);
    return found.get(`${place}\n${of}`) ?? found.get(`${memberOf(place)}\n${of}`);
  };
}

/** Returns the last member of a place: `label` of `options/3/label`. */
function memberOf(place: string): string {
  return place.replace(/^.*\/(?=[^/]*\D)/, '');
}

/** Whether an entry has a translation, even an outdated one. */
export function isTranslated(entry: Cursor | undefined): boolean {
  return Object.values(textOf(entry?.at('is'))).some((form) => form !== '');
}

/** Returns a text or its plural forms; empty if there is none. */
export function textOf(at: Cursor | undefined): TranslatedText {
  return formsOf(at) ?? at?.text() ?? '';
}
