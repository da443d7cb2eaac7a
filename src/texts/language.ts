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

/** A number as answered: money in a `currency`, without decimals if `isWhole`. */
type NumberKind = { readonly currency?: string | undefined; readonly isWhole?: boolean };

/** Formats an answered number, ungrouped; money with its symbol and separators. */
export function answeredNumber(
  value: number,
  { currency, isWhole = false }: NumberKind,
  locale: string = language().locale,
): string {
  if (currency === undefined && isEnglish(locale)) return String(value);
  const money = { style: 'currency', currency, ...(isWhole && { minimumFractionDigits: 0 }) } as const;
  const kind = currency === undefined ? { useGrouping: false } : money;
  // Never rounded, so that a wrong amount is shown as it was typed.
  return new Intl.NumberFormat(locale, { ...kind, maximumFractionDigits: 20 }).format(value);
}

/** Parses a typed number, with separators and a currency symbol; undefined if it is none. */
export function parseNumber(text: string, { currency }: NumberKind): number | undefined {
  const style = currency === undefined ? {} : ({ style: 'currency', currency } as const);
  const format = new Intl.NumberFormat(language().locale, { ...style, minimumFractionDigits: 1 });
  const parts = format.formatToParts(1_234_567.8);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value.trim() ?? '';
  const bare = [partOf('currency'), currency ?? '']
    .reduce((rest, symbol) => rest.replace(symbol, ''), text.replace('−', '-'))
    .replaceAll(/\s|\p{Sc}/gu, '');
  const [group, decimal] = [partOf('group'), partOf('decimal')];
  const isGrouped = new RegExp(`^-?\\d{1,3}(?:[${group}]\\d{3})+(?:[${decimal}]\\d+)?$`, 'u').test(bare);
  // A comma that groups no thousands is the decimal separator of another keyboard.
  const plain = isGrouped ? bare.replaceAll(group, '').replace(decimal, '.') : bare.replace(',', '.');
  const value = /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
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
