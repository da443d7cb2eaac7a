import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { SourceSet } from '../source/source-set.ts';
import { ownTexts, QUESTION_TEXTS, readTexts } from '../source/texts.ts';

/**
 * The names of those sentences (docs/behavior.md 5.2; those after the blank line are ours). Put into
 * them are `{path}`, the full label, and `{limit}`, the value of the keyword, or the label of the question that is
 * compared.
 */
export const DEFAULT_MESSAGES: ReadonlySet<string> = new Set([
  'required',
  'minLength',
  'maxLength',
  'exactLength',
  'email',
  'uri',
  'uuid',
  'minimum',
  'maximum',
  'positive',
  'integer',
  'number',
  'minItems',
  'maxItems',
  'enum',

  'exclusiveMinimum',
  'lessThan',
  'after',
  'notBefore',
  'before',
  'notAfter',
  'sameAs',
  'differentFrom',
  'date',
  'pattern',
  'const',
  'string',
  'boolean',
  'array',
]);

/** Name → sentence, in the partner's words. */
const sentencesOf = memoizeByObject((sources: SourceSet): ReadonlyMap<string, string> => {
  const own = ownTexts(sources, sources.partner ?? '');
  const texts = [...readTexts(sources).values()].filter(({ group }) => group === QUESTION_TEXTS);
  return new Map(
    texts.map(({ key, name, said }) => [
      name,
      own.get(key)?.text() ?? (typeof said === 'string' ? said : ''),
    ]),
  );
});

/** What goes into a default sentence: the full label of a question, and what it is compared with. */
type Named = { readonly path: string; readonly limit?: unknown };

/** Fills a default sentence; one that texts.json lacks, which the check reports, is empty. */
export function defaultMessage(sources: SourceSet, name: string, { path, limit = '' }: Named): string {
  if (!DEFAULT_MESSAGES.has(name)) {
    throw new Error(
      `No default sentence for "${name}"; add one to src/compiler/compile/default-messages.ts and schemas/texts.json.`,
    );
  }
  const sentence = sentencesOf(sources).get(name) ?? '';
  return sentence.replace('{path}', () => path).replace('{limit}', () => String(limit));
}
