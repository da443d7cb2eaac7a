// One import serves `say` and the sentences.
export * from '#generated/texts.ts';
import { language, numberText, pluralForm } from './language.ts';

/** A sentence of schemas/texts.json with names in braces; `one` replaces it where the first number is singular. */
export type Text<Sentence extends string = string> = { readonly text: Sentence; readonly one?: string };

/** The names in the braces of a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What is put into a sentence, by the names in its braces. */
export type Values<Sentence extends string, Value> = Readonly<Record<NamesIn<Sentence>, Value>>;

type Filling = Readonly<Record<string, unknown>>;

/** Returns a sentence in the partner's words and language, unfilled; its first number selects the form. */
export function ownText({ text, one }: Text, values: Filling = {}): string {
  const sentence = language().texts[text] ?? (one === undefined ? text : { one, other: text });
  if (typeof sentence === 'string') return sentence;
  const count = Object.values(values).find((value) => typeof value === 'number');
  return pluralForm(sentence, count ?? 0);
}

/** A sentence in the partner's words and in the language of who reads it, with what is put into it. */
export function say<Sentence extends string>(
  text: Text<Sentence>,
  ...[values]: [NamesIn<Sentence>] extends [never] ? [] : [values: Values<Sentence, string | number>]
): string {
  return fillText(ownText(text, values), values);
}

/** Puts values into the braces of a sentence; what nobody gives stays as it is written. */
export function fillText(text: string, values: Filling = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (typeof value === 'number') return numberText(value);
    return typeof value === 'string' ? value : whole;
  });
}
