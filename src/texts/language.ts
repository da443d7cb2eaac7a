/** Plural forms of a sentence, by the category names of `Intl.PluralRules`. */
export type PluralForms = Readonly<Record<string, string>>;

/** Sentence → its replacement: the partner's wording or a translation. */
export type OwnTexts = Readonly<Record<string, string | PluralForms>>;

/** A language: locale formats, plural rules, and replaced sentences. */
export type Language = {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: OwnTexts;
};

/** The language of the sentences themselves. */
const ENGLISH: Language = { locale: 'en-US', direction: 'ltr', texts: {} };

let defaultLanguage = ENGLISH;
let requestLanguage: () => Language | undefined = () => undefined;

/** Sets the default language, once at startup: a process serves one partner. */
export function setLanguage(how: Partial<Language> = {}): void {
  defaultLanguage = { ...ENGLISH, ...how };
}

/** Returns the language of a partner's settings, with its text overrides. */
export function languageOf(settings: {
  readonly language?: string;
  readonly locale?: string;
  readonly direction?: Language['direction'];
  readonly texts?: OwnTexts;
}): Language {
  const {
    language: code = ENGLISH.locale,
    locale = code,
    direction = ENGLISH.direction,
    texts = {},
  } = settings;
  return { locale, direction, texts };
}

/** Sets a per-request language for servers; undefined means the default. */
export function setReader(readBy: () => Language | undefined): void {
  requestLanguage = readBy;
}

/** Returns the current language. */
export function language(): Language {
  return requestLanguage() ?? defaultLanguage;
}

/** Cached by language, since construction is slow. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Numbers below this have no thousands separators. */
const GROUPED_FROM = 10_000;

/** Formats a number, with thousands separators from 10,000. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  const { locale } = language();
  // Fast path for most numbers: the first formatter takes a slow phone 60 ms.
  if (!options && isEnglish(locale) && Number.isInteger(value) && value >= 0 && value < GROUPED_FROM)
    return String(value);
  if (options) return new Intl.NumberFormat(locale, options).format(value);
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: 'min2' });
  numberFormats.set(locale, format);
  return format.format(value);
}

/** Formats a date or time. */
export function dateText(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return moment.toLocaleString(language().locale, options);
}

/** Formats a list: `A, B, and C`, or with the type `disjunction` `A, B, or C`. */
export function listText(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(language().locale, { type }).format(items);
}

/** Formats a list to parts, for items with markup. */
export function listParts(items: readonly string[]) {
  return new Intl.ListFormat(language().locale).formatToParts(items);
}

/** Cached by locale, since construction takes half a millisecond. */
const pluralRules = new Map<string, Intl.PluralRules>();

/** Returns the plural form for a count. */
export function pluralForm(forms: PluralForms, count: number): string {
  const { locale } = language();
  // Equals `Intl.PluralRules`, without its slow construction on phones.
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
