/** A sentence of the engine as schemas/texts.json has it. What is put into it is named in braces: `Thank you, {name}!` */
export type Text<Sentence extends string = string> = { readonly text: Sentence };

/** The names in the braces of a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What is put into a sentence, by the names in its braces. */
export type Values<Sentence extends string, Value> = Readonly<Record<NamesIn<Sentence>, Value>>;

/** Sentence → what the partner says instead. */
export type OwnTexts = Readonly<Record<string, string>>;

let own: OwnTexts = {};

/** From now on the engine says what the partner says instead: once at the start, since a process serves one partner. */
export function setOwnTexts(texts: OwnTexts = {}): void {
  own = texts;
}

/** What the partner says instead, for another process of this server. */
export function ownTexts(): OwnTexts {
  return own;
}

/** A sentence in the partner's words, its braces still in it. */
export function ownText({ text }: Text): string {
  return own[text] ?? text;
}

/** A sentence in the partner's words, with what is put into it. */
export function say<Sentence extends string>(
  text: Text<Sentence>,
  ...[values]: [NamesIn<Sentence>] extends [never] ? [] : [values: Values<Sentence, string | number>]
): string {
  return fillText(ownText(text), values);
}

/** Puts values into the braces of a sentence; what nobody gives stays as it is written. */
export function fillText(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
}
