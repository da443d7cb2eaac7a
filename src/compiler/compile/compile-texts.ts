import type { SourceSet } from '../source/source-set.ts';
import { ownTexts, QUESTION_TEXTS, readTexts } from '../source/texts.ts';

/**
 * What a partner says instead of the engine's sentences, by the sentence: a page that loads no keys finds it all the
 * same. Those of questions are compiled into them. A partner that says nothing of its own has no such setting.
 */
export function compileTexts(
  sources: SourceSet,
  partner: string,
): { readonly texts?: Readonly<Record<string, string>> } {
  const texts = readTexts(sources);
  const written = ownTexts(sources, partner);
  const own = [...written].flatMap(([key, at]) => {
    const [said, instead] = [texts.get(key), at.text()];
    if (said === undefined || said.group === QUESTION_TEXTS || instead === undefined) return [];
    return [[said.text, instead] as const];
  });
  return written.size === 0 ? {} : { texts: Object.fromEntries(own) };
}
