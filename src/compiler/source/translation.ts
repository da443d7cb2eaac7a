import type { PluralForms } from '#texts/language.ts';
import type { Cursor, Translate } from './cursor.ts';

/** A text, or one for each form that its number needs. */
export type TranslatedText = string | PluralForms;

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
