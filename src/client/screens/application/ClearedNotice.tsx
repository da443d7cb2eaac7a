import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '#client/components/Button.tsx';
import type { FormStore } from '#client/form/form-store.ts';
import './ClearedNotice.css';

/** How many changes of page the notice outlives, less one. */
const PAGES = 2;

/**
 * Tells that a change cleared answers, such as a tab that was left or a section that hid, and takes it back on
 * request, together with the change. It stays until it is closed, something else is cleared, or the student is
 * two pages further: by then a change taken back would surprise.
 */
export function ClearedNotice({ store, pageId }: { store: FormStore; pageId: string }) {
  const cleared = useSyncExternalStore(store.subscribe, store.cleared);
  const seen = useRef({ cleared, pageId, pagesLeft: PAGES });
  useEffect(() => {
    const last = seen.current;
    const isNew = last.cleared !== cleared;
    const pagesLeft = isNew ? PAGES : last.pagesLeft - (last.pageId === pageId ? 0 : 1);
    seen.current = { cleared, pageId, pagesLeft };
    if (cleared && pagesLeft === 0) store.dismissCleared();
  }, [store, cleared, pageId]);
  const count = cleared?.keys.length ?? 0;
  return (
    <div className="cleared-notice no-print" role="status" aria-label="Cleared answers">
      {cleared && (
        <div className="cleared-notice__bar">
          <span>{count === 1 ? '1 answer was cleared' : `${count} answers were cleared`}</span>
          <Button look="text" onClick={store.undo}>
            Undo
          </Button>
          <Button look="text" onClick={store.dismissCleared}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
