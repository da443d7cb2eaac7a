import type { PluralForms } from '#texts/language.ts';
import type { Cursor, Translate } from './cursor.ts';
import type { SourceSet } from './source-set.ts';

/** A text, or one for each form that its number needs. */
export type Said = string | PluralForms;

/** A file of `schemas/translations`. */
export type Translation = {
  /** `es`, `zh-Hant`: its name, as `lang` of a page has it. */
  readonly language: string;
  /** What the language calls itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** By file, and by path in it. A text that has changed since is left out: it is said in English. */
  readonly translate: (file: string) => Translate;
  /** The forms of a sentence of the engine that has several. */
  readonly forms: (key: string) => PluralForms | undefined;
};

/** The forms of a sentence; undefined for one that has one form. */
export function formsOf(at: Cursor | undefined): PluralForms | undefined {
  const forms = Object.fromEntries(
    [...(at?.members() ?? [])].map(([name, form]) => [name, form.text() ?? '']),
  );
  return at?.isObject() ? forms : undefined;
}

/** A file of translations, read; undefined where there is none of this name. */
export function readTranslation(sources: SourceSet, language: string): Translation | undefined {
  const root = sources.cursor(`translations/${language}.json`);
  if (!root) return undefined;
  const files = root.at('texts');
  return {
    language,
    name: root.at('name')?.text() ?? language,
    direction: root.at('direction')?.text() === 'rtl' ? 'rtl' : 'ltr',
    translate: (file) => {
      const texts = files?.at(file);
      return (path, text) => {
        const entry = texts?.at(path);
        const isToday = entry?.at('was') === undefined && entry?.at('of')?.text() === text;
        return isToday ? entry.at('is')?.text() || undefined : undefined;
      };
    },
    forms: (key) => {
      const entry = files?.at('texts.json')?.at(key);
      return entry && !entry.at('was') && isSame(entry.at('of'), sources.cursor('texts.json')?.at(key))
        ? formsOf(entry.at('is'))
        : undefined;
    },
  };
}

function isSame(one: Cursor | undefined, other: Cursor | undefined): boolean {
  return JSON.stringify(one?.json()) === JSON.stringify(other?.json());
}
