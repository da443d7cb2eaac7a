import type { Autosave } from './autosave.ts';
import { onPageShown } from '#client/ui/page-visibility.ts';
import type { OtherTabs } from '#client/api/other-tabs.ts';
import type { Documents } from '#client/widgets/file/document-view.ts';

type Shared = {
  readonly otherTabs: OtherTabs;
  readonly username: string;
  readonly autosave: Pick<Autosave, 'getState' | 'subscribe'>;
  readonly documents: Pick<Documents, 'subscribe' | 'view'>;
  /** Of the questions for documents. */
  readonly documentKeys: readonly string[];
  /** Reads again what the server holds. */
  readonly refresh: () => void;
};

/**
 * Keeps the tabs of one student in one browser alike: what one of them has saved, attached or deleted, the others
 * read. A tab that nobody looks at reads it when somebody does.
 *
 * @returns stops it
 */
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

/** Calls the listener whenever all changes are saved again, and whenever other documents are attached. */
function watchSaved(
  { autosave, documents, documentKeys }: Pick<Shared, 'autosave' | 'documents' | 'documentKeys'>,
  onSaved: () => void,
): () => void {
  const attached = (): string =>
    documentKeys.filter((key) => documents.view(key).phase === 'attached').join(' ');
  let last = { phase: autosave.getState().phase, attached: attached() };
  const compare = (): void => {
    const now = { phase: autosave.getState().phase, attached: attached() };
    const isNews = (now.phase === 'saved' && last.phase !== 'saved') || now.attached !== last.attached;
    last = now;
    if (isNews) onSaved();
  };
  const stops = [autosave.subscribe(compare), documents.subscribe(compare)];
  return () => stops.forEach((stop) => stop());
}
