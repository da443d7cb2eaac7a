import type { OtherTabs } from '#client/data/session-news.ts';

/** Milliseconds within which a tab says that it has something to save. */
export const ROLL_CALL = 250;
/** Milliseconds after which a tab that does not come to an end is no longer waited for. */
export const PATIENCE = 10_000;

/**
 * Has the other tabs of this browser save, because their session is about to end.
 *
 * @returns false when one of them has something that it could not save
 */
export function saveElsewhere({ tell, listen }: OtherTabs): Promise<boolean> {
  return new Promise((resolve) => {
    const saving = new Set<string>();
    let areSaved = true;
    let isRollCallOver = false;
    const end = (): void => {
      stopListening();
      clearTimeout(patience);
      resolve(areSaved && saving.size === 0);
    };
    const look = (): void => {
      if (isRollCallOver && saving.size === 0) end();
    };
    const stopListening = listen((news) => {
      if (news.kind === 'saving') saving.add(news.name);
      if (news.kind !== 'settled' || !saving.delete(news.name)) return;
      areSaved &&= news.isSaved;
      look();
    });
    const patience = setTimeout(end, PATIENCE);
    setTimeout(() => {
      isRollCallOver = true;
      look();
    }, ROLL_CALL);
    tell({ kind: 'leaving' });
  });
}

/**
 * Saves when another tab is about to end the session.
 *
 * @param save what there is to save, begun at once; undefined when there is nothing
 * @returns stops listening
 */
export function saveWhenAsked(
  { tell, listen }: OtherTabs,
  save: () => Promise<boolean> | undefined,
): () => void {
  return listen(({ kind }) => {
    const saved = kind === 'leaving' ? save() : undefined;
    if (!saved) return;
    const name = String(crypto.getRandomValues(new Uint32Array(2)));
    tell({ kind: 'saving', name });
    void saved.then((isSaved) => tell({ kind: 'settled', name, isSaved }));
  });
}
