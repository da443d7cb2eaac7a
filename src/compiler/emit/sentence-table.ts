import type { JsonSchema } from '#form/validation/condition-schema.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** Path of a schema inside the whole, as ajv writes it (`#/allOf/3/then`) → its `errorMessage`. */
export type SentenceTable = Readonly<Record<string, unknown>>;

/**
 * Takes the sentences out of a schema: what has to hold, and apart from it what to say where it does not. Titles are
 * left out of both.
 */
export function takeSentences(schema: object): {
  readonly bare: JsonSchema;
  readonly sentences: SentenceTable;
} {
  const sentences: Record<string, unknown> = {};
  const bareOf = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => bareOf(item, `${path}/${index}`));
    if (!isRecord(value)) return value;
    const { errorMessage, ...rest }: { errorMessage?: unknown } = withoutTitle(value);
    if (errorMessage !== undefined) sentences[path] = errorMessage;
    return Object.fromEntries(
      Object.entries(rest).map(([name, member]) => [name, bareOf(member, `${path}/${name}`)]),
    );
  };
  return { bare: Object(bareOf(schema, '#')), sentences };
}

/** A title that is text is a label; a question called `title` has a schema there. */
function withoutTitle(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([name, member]) => name !== 'title' || typeof member !== 'string'),
  );
}
