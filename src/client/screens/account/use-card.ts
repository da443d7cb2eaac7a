import { use } from 'react';
import type { CardDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerFiles } from '#client/data/partner-files.ts';
import { useServices } from '#client/data/services.ts';

export type LoadedCard = { readonly card: CardDefinition; readonly validator: StandaloneValidator };

const loading = new WeakMap<PartnerFiles, Map<string, Promise<LoadedCard>>>();

/** The definition of an account card and its compiled validator; suspends while they load. */
export function useCard(id: string): LoadedCard {
  const { files } = useServices();
  return use(cardOf(files, id));
}

/** Loads a card once and keeps it. */
export function cardOf(files: PartnerFiles, id: string): Promise<LoadedCard> {
  const cards = loading.get(files) ?? new Map<string, Promise<LoadedCard>>();
  const card = cards.get(id) ?? loadCard(files, id);
  loading.set(files, cards.set(id, card));
  return card;
}

async function loadCard(files: PartnerFiles, id: string): Promise<LoadedCard> {
  const [cards, validator] = await Promise.all([files.cards(), files.validator(`card-${id}`)]);
  const card = cards[id];
  if (card) return { card, validator };
  throw new Error(`cards.json has no card "${id}"; add schemas/accounts/${id}.ui.json and .schema.json.`);
}
