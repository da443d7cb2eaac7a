import type { PluralForms } from '#texts/language.ts';
import type { Cursor, Translate } from './cursor.ts';

/** A text, or its plural forms. */
export type TranslatedText = string | PluralForms;

/** A file of `schemas/translations`. */
export type Translation = {
  /** Language tag, as in the `lang` attribute: `es`, `zh-Hant`. */
  readonly language: string;
  /** The language's name for itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
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
