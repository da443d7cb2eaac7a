import { useEffect, useState } from 'react';
import type { CardId } from '#form/definition/account-cards.ts';
import type { CardDefinition } from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { useServices } from '#client/api/services.ts';
import { loadCardWidgets } from '#client/widgets/card-widgets.ts';
import type { FindWidget } from '#client/widgets/widget.ts';

export type LoadedCard = {
  readonly card: CardDefinition;
  readonly validator: StandaloneValidator;
  readonly widgetNamed: FindWidget;
};

/** Cards that are already loaded, so that they render at once. */
const loadedOf = memoizeByObject((_files: PartnerFiles) => new Map<string, LoadedCard>());

/** The definition of an account card, its compiled validator and its widgets; undefined while they load. */
export function useCard(id: CardId): LoadedCard | undefined {
  const { files } = useServices();
  const [loaded, setLoaded] = useState(() => loadedOf(files).get(id));
  useEffect(() => {
    let isCurrent = true;
    cachedCard(files, id).then(
      (card) => isCurrent && setLoaded(card),
      // Thrown during rendering, so that the error screen of the root shows.
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

/** Loads a card and keeps it. @throws RequestError when it cannot be loaded */
export async function cachedCard(files: PartnerFiles, id: CardId): Promise<LoadedCard> {
  const [cards, validator] = await Promise.all([files.cards(), files.validator(`card-${id}`)]);
  const card = cards[id];
  if (!card)
    throw new Error(`cards.json has no card "${id}"; add schemas/accounts/${id}.ui.json and .schema.json.`);
  const widgetNamed = await loadCardWidgets(Object.values(card.questions));
  const loaded = loadedOf(files).get(id) ?? { card, validator, widgetNamed };
  loadedOf(files).set(id, loaded);
  return loaded;
}
