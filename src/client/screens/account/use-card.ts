import { useQuery } from '@tanstack/react-query';
import type { CardDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import { useServices } from '#client/data/services.ts';

export type LoadedCard = { readonly card: CardDefinition; readonly validator: StandaloneValidator };

/** The definition of an account card and its compiled validator; undefined while they load. */
export function useCard(id: string): LoadedCard | undefined {
  const { files } = useServices();
  const { data } = useQuery({
    queryKey: ['card', id],
    // A validator is a function; comparing it in depth would lose it.
    structuralSharing: false,
    queryFn: async (): Promise<LoadedCard> => {
      const [cards, validator] = await Promise.all([files.cards(), files.validator(`card-${id}`)]);
      const card = cards[id];
      if (card) return { card, validator };
      throw new Error(`cards.json has no card "${id}"; add schemas/accounts/${id}.ui.json and .schema.json.`);
    },
  });
  return data;
}
