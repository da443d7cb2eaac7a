import { useSyncExternalStore } from 'react';
import { Button } from '#client/components/Button.tsx';
import type { FormStore } from '#client/form/form-store.ts';
import './ClearedNotice.css';

/**
 * Tells that a change cleared answers, such as a tab that was left or a section that hid, and takes it back on
 * request, together with the change. It stays until it is closed or something else is cleared.
 */
export function ClearedNotice({ store }: { store: FormStore }) {
  const cleared = useSyncExternalStore(store.subscribe, store.cleared);
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
