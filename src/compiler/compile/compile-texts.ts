import type { SourceSet } from '../source/source-set.ts';
import { ownTexts, readTexts } from '../source/texts.ts';

/**
 * What a partner says instead of the engine's sentences, by the sentence: a page that loads no keys finds it all the
 * same. A partner that says nothing of its own has no such setting.
 */
export function compileTexts(
  sources: SourceSet,
  partner: string,
): { readonly texts?: Readonly<Record<string, string>> } {
  const texts = readTexts(sources);
  const own = [...ownTexts(sources, partner)].flatMap(([key, at]) => {
    const [said, instead] = [texts.get(key)?.text, at.text()];
    return said === undefined || instead === undefined ? [] : [[said, instead] as const];
  });
  return own.length === 0 ? {} : { texts: Object.fromEntries(own) };
}
