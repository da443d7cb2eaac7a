import { useEffect, useState } from 'react';
import type { CardDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerFiles } from '#client/data/partner-files.ts';
import { useServices } from '#client/data/services.ts';

export type LoadedCard = { readonly card: CardDefinition; readonly validator: StandaloneValidator };

const loading = new WeakMap<PartnerFiles, Map<string, Promise<LoadedCard>>>();

/** The definition of an account card and its compiled validator; undefined while they load. */
export function useCard(id: string): LoadedCard | undefined {
  const { files } = useServices();
  const [loaded, setLoaded] = useState<LoadedCard>();
  useEffect(() => {
    let isCurrent = true;
    cardOf(files, id).then(
      (card) => isCurrent && setLoaded(card),
      // Thrown while drawing, so that the error screen of the root shows.
      (error: unknown) =>
        setLoaded(() => {
          throw error;
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [files, id]);
  return loaded;
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
