import type { SourceSet } from '../source/source-set.ts';
import { ownTexts, QUESTION_TEXTS, readTexts } from '../source/texts.ts';
import { formsOf, type Said } from '../source/translation.ts';

/**
 * What is said instead of the engine's sentences, in the partner's words or in another language, by the sentence: a page
 * that loads no keys finds it all the same. Those of questions are compiled into them. A partner that says nothing of its own
 * has no such setting in English.
 */
export function compileTexts(
  sources: SourceSet,
  partner: string,
): { readonly texts?: Readonly<Record<string, Said>> } {
  const written = ownTexts(sources, partner);
  const own = [...readTexts(sources).values()].flatMap(({ key, group, text, one, said }) => {
    const ours = written.get(key);
    const instead = formsOf(ours) ?? ours?.text() ?? said;
    const isOtherwise =
      typeof instead === 'string' ? instead !== text : instead['one'] !== one || instead['other'] !== text;
    return group !== QUESTION_TEXTS && isOtherwise ? [[text, instead] as const] : [];
  });
  const all = [...own, ...sentenceOfDeadlines(sources, partner)];
  return all.length === 0 && written.size === 0 ? {} : { texts: Object.fromEntries(all) };
}

/** The server has the partner's settings as they are written, and says them to who reads another language. */
function sentenceOfDeadlines(sources: SourceSet, partner: string): readonly (readonly [string, string])[] {
  const at = sources.cursor(`partners/${partner}.json`)?.at('deadlines')?.at('sentence');
  const [written, said] = [at?.raw(), at?.text()];
  return typeof written === 'string' && said !== undefined && said !== written ? [[written, said]] : [];
}
