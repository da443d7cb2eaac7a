import type { Autosave } from './autosave.ts';
import { onPageShown } from '../ui/page-visibility.ts';
import type { OtherTabs } from '../api/other-tabs.ts';
import type { Documents } from '../widgets/file/document-view.ts';
import { after } from '../ui/schedule.ts';

type Shared = {
  readonly otherTabs: OtherTabs;
  readonly username: string;
  readonly autosave: Pick<Autosave, 'getState' | 'subscribe'>;
  readonly documents: Pick<Documents, 'subscribe' | 'view'>;
  readonly documentKeys: readonly string[];
  /** Re-reads the server's state. */
  readonly refresh: () => void;
};

/** Refreshes after another tab saved or changed documents; hidden tabs when shown. */
export function shareChanges({ otherTabs, username, refresh, ...own }: Shared): () => void {
  let isOutdated = false;
  const look = (): void => {
    if (!isOutdated || document.visibilityState === 'hidden') return;
    isOutdated = false;
    refresh();
  };
  const stops = [
    otherTabs.listen((message) => {
      if (message.kind !== 'saved' || message.username !== username) return;
      isOutdated = true;
      look();
    }),
    watchSaved(own, () => otherTabs.post({ kind: 'saved', username })),
    onPageShown(look),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Reports when all changes are saved or attachments change. */
function watchSaved(
  { autosave, ...own }: Pick<Shared, 'autosave' | 'documents' | 'documentKeys'>,
  onSaved: () => void,
): () => void {
  let last = { phase: autosave.getState().phase, attached: attachedNames(own) };
  const compare = (): void => {
    const now = { phase: autosave.getState().phase, attached: attachedNames(own) };
    const isNews = (now.phase === 'saved' && last.phase !== 'saved') || now.attached !== last.attached;
    last = now;
    if (isNews) onSaved();
  };
  const stops = [autosave.subscribe(compare), own.documents.subscribe(compare)];
  return () => stops.forEach((stop) => stop());
}

/** Returns the names of attached files as text, for comparison. */
export const attachedNames = (own: Pick<Shared, 'documents' | 'documentKeys'>): string =>
  JSON.stringify(
    own.documentKeys.map(own.documents.view).map((view) => view.phase === 'attached' && view.file.name),
  );

/** Milliseconds for other tabs to reply that they have unsaved changes. */
export const OTHER_TABS_REPLY_WINDOW = 250;
/** Milliseconds before a save in another tab counts as failed. */
export const OTHER_TABS_SAVE_TIMEOUT = 10_000;

/**
 * Makes other tabs save before the session ends.
 *
 * @param reason shown on the log-in screen
 * @returns false when a tab could not save
 */
export function saveInOtherTabs({ post, listen }: OtherTabs, reason?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const saving = new Set<string>();
    let areSaved = true;
    let areRepliesIn = false;
    const end = (): void => {
      stopListening();
      stopWaiting();
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
    const stopWaiting = after(OTHER_TABS_SAVE_TIMEOUT, end);
    after(OTHER_TABS_REPLY_WINDOW, () => {
      areRepliesIn = true;
      checkEnd();
    });
    post({ kind: 'leaving', ...(reason === undefined ? {} : { message: reason }) });
  });
}

/** Saves when another tab is ending the session. `save` returns undefined if clean. */
export function saveOnRequest(
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
