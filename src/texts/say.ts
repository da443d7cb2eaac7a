// One import provides `say` and the texts.
export * from '#generated/texts.ts';
import { language, numberText, pluralForm } from './language.ts';

/** An engine text of schemas/texts.json with placeholders; `one` is used if the first number is singular. */
export type Text<Sentence extends string = string> = { readonly text: Sentence; readonly one?: string };

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Values by placeholder name. */
export type Values<Sentence extends string, Value> = Readonly<Record<NamesIn<Sentence>, Value>>;

type Filling = Readonly<Record<string, unknown>>;

/** Returns a text in the partner's wording and language, unfilled; its first number selects the plural form. */
export function ownText({ text, one }: Text, values: Filling = {}): string {
  const sentence = language().texts[text] ?? (one === undefined ? text : { one, other: text });
  if (typeof sentence === 'string') return sentence;
  const count = Object.values(values).find((value) => typeof value === 'number');
  return pluralForm(sentence, count ?? 0);
}

/** Returns a text in the partner's wording and the reader's language, with values filled in. */
export function say<Sentence extends string>(
  text: Text<Sentence>,
  ...[values]: [NamesIn<Sentence>] extends [never] ? [] : [values: Values<Sentence, string | number>]
): string {
  return fillText(ownText(text, values), values);
}

/** Fills placeholders; leaves unknown ones unchanged. */
export function fillText(text: string, values: Filling = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (typeof value === 'number') return numberText(value);
    return typeof value === 'string' ? value : whole;
  });
}
