import type { SourceSet } from '../source/source-set.ts';
import { QUESTION_TEXTS, readTexts } from '../source/texts.ts';
import { HEADER } from './type-files.ts';

/**
 * The sentences of the engine but those of questions, one module for each group, so that a page loads those that it
 * says: file name → text.
 * Each is an object and no mere text, so that nothing shows it but what asks first what the partner says instead.
 */
export function textFiles(sources: SourceSet): ReadonlyMap<string, string> {
  const groups = Map.groupBy(
    [...readTexts(sources).values()].filter(({ group }) => group !== QUESTION_TEXTS),
    ({ group }) => group,
  );
  return new Map(
    [...groups].map(([group, texts]) => {
      const lines = texts.map(
        ({ name, text, one }) =>
          `export const ${name} = { text: ${JSON.stringify(text)}${one === undefined ? '' : `, one: ${JSON.stringify(one)}`} } as const;\n`,
      );
      return [`${group}.ts`, HEADER + lines.join('')];
    }),
  );
}
