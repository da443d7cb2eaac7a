import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { QUESTION_TEXTS, ownTexts, readTexts } from '../source/engine-texts.ts';

/** Everything compiled from `schemas/` that students of one partner see. Two of these are compared. */
export type ComparedForm = {
  readonly definition: FormDefinition;
  readonly cards: Readonly<Record<string, CardDefinition>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Engine texts by key with the partner's overrides, without those compiled into questions. */
  readonly texts: Readonly<Record<string, string>>;
  /** Lookup directories by file name. */
  readonly directories: Readonly<Record<string, unknown>>;
};

/** Prepares a compiled partner for comparison. */
export function comparedOf(
  { definition, cards, settings, sources }: CompiledPartner,
  name: string,
): ComparedForm {
  const own = ownTexts(sources, name);
  const texts = [...readTexts(sources).values()]
    .filter(({ group }) => group !== QUESTION_TEXTS)
    .flatMap(({ key, text, one }) => [
      [key, own.get(key)?.text() ?? text] as const,
      ...(one === undefined ? [] : [[`${key} (one)`, one] as const]),
    ]);
  const directories = sources
    .namesIn('directories')
    .map((each) => [each, sources.cursor(`directories/${each}.json`)?.json()] as const);
  // The partner's sentences are already in `texts`.
  const { texts: _texts, ...others } = isRecord(settings) ? settings : {};
  return {
    definition,
    cards,
    settings: others,
    texts: Object.fromEntries(texts),
    directories: Object.fromEntries(directories),
  };
}
