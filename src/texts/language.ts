/** A sentence in the forms that its number needs, by the names that `Intl.PluralRules` gives them. */
export type PluralForms = Readonly<Record<string, string>>;

/** Sentence → its replacement: in the partner's words, or in another language. */
export type OwnTexts = Readonly<Record<string, string | PluralForms>>;

/** A language: its formats of dates, numbers, lists and plurals, and the replaced sentences. */
export type Language = {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: OwnTexts;
};

/** The language of the sentences themselves. */
const ENGLISH: Language = { locale: 'en-US', direction: 'ltr', texts: {} };

let spoken = ENGLISH;
let current: () => Language | undefined = () => undefined;

/** From now on this is spoken: once at the start, since a process serves one partner. */
export function setLanguage(how: Partial<Language> = {}): void {
  spoken = { ...ENGLISH, ...how };
}

/** The language of a partner's settings, and the partner's replacements of the engine's sentences. */
export function languageOf(settings: {
  readonly language?: string;
  readonly direction?: Language['direction'];
  readonly texts?: OwnTexts;
}): Language {
  const { language: locale = ENGLISH.locale, direction = ENGLISH.direction, texts = {} } = settings;
  return { locale, direction, texts };
}

/** For a server, which answers in several languages at once: who reads this sentence. Nobody: as at the start. */
export function setReader(readBy: () => Language | undefined): void {
  current = readBy;
}

/** What is spoken now. */
export function language(): Language {
  return current() ?? spoken;
}

/** By language: to make one takes longer than all else that is done to say a sentence. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Below this, a whole number is written in English as it is in a program. */
const GROUPED_FROM = 10_000;

/** A number as it is written, with marks for thousands from 10,000 on. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  const { locale } = language();
  // The first format of a page takes a cheap phone 60 ms, and nearly every number is such a one.
  if (!options && isEnglish(locale) && Number.isInteger(value) && value >= 0 && value < GROUPED_FROM)
    return String(value);
  if (options) return new Intl.NumberFormat(locale, options).format(value);
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: 'min2' });
  numberFormats.set(locale, format);
  return format.format(value);
}

/** A date or a time as it is written. */
export function dateText(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return moment.toLocaleString(language().locale, options);
}

/** Several things in a row: `A, B, and C`, or with the type `disjunction` `A, B, or C`. */
export function listText(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(language().locale, { type }).format(items);
}

/** The same in parts, for names with markup of their own. */
export function listParts(items: readonly string[]) {
  return new Intl.ListFormat(language().locale).formatToParts(items);
}

/** By locale: to make them takes half a millisecond. */
const pluralRules = new Map<string, Intl.PluralRules>();

/** The form of a sentence that its number needs. */
export function pluralForm(forms: PluralForms, count: number): string {
  const { locale } = language();
  // As `Intl` has it, without what it takes a cheap phone to make the first rules.
  const form = isEnglish(locale) ? englishForm(count) : rulesOf(locale).select(count);
  return forms[form] ?? forms['other'] ?? '';
}

function isEnglish(locale: string): boolean {
  return locale === 'en-US' || locale === 'en';
}

function englishForm(count: number): string {
  return Math.abs(count) === 1 ? 'one' : 'other';
}

function rulesOf(locale: string): Intl.PluralRules {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  return rules;
}
