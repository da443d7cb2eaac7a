import type { OtherTabs } from '#client/api/other-tabs.ts';

/** Milliseconds within which a tab replies that it has something to save. */
export const OTHER_TABS_REPLY_WINDOW = 250;
/** Milliseconds after which a save in another tab counts as failed. */
export const OTHER_TABS_SAVE_TIMEOUT = 10_000;

/**
 * Makes the other tabs of this browser save, because their session is about to end.
 *
 * @param reason shown on the log-in screen, also of a tab that finds out from the server that the session is over
 * @returns false when one of them could not save
 */
export function saveInOtherTabs({ post, listen }: OtherTabs, reason?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const saving = new Set<string>();
    let areSaved = true;
    let areRepliesIn = false;
    const end = (): void => {
      stopListening();
      clearTimeout(timeout);
      resolve(areSaved && saving.size === 0);
    };
    const checkEnd = (): void => {
      if (areRepliesIn && saving.size === 0) end();
    };
    const stopListening = listen((message) => {
      if (message.kind === 'saving') saving.add(message.name);
      if (message.kind !== 'settled' || !saving.delete(message.name)) return;
      areSaved &&= message.isSaved;
      checkEnd();
    });
    const timeout = setTimeout(end, OTHER_TABS_SAVE_TIMEOUT);
    setTimeout(() => {
      areRepliesIn = true;
      checkEnd();
    }, OTHER_TABS_REPLY_WINDOW);
    post({ kind: 'leaving', ...(reason === undefined ? {} : { message: reason }) });
  });
}

/**
 * Saves when another tab is about to end the session.
 *
 * @param save what there is to save, begun at once; undefined when there is nothing
 * @returns stops listening
 */
export function saveWhenAsked(
  { post, listen }: OtherTabs,
  save: () => Promise<boolean> | undefined,
): () => void {
  return listen(({ kind }) => {
    const saved = kind === 'leaving' ? save() : undefined;
    if (!saved) return;
    const name = String(crypto.getRandomValues(new Uint32Array(2)));
    post({ kind: 'saving', name });
    void saved.then((isSaved) => post({ kind: 'settled', name, isSaved }));
  });
}
