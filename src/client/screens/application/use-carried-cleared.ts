import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Autosave } from '#client/data/autosave.ts';
import { hasUnsaved } from '#client/data/autosave-state.ts';
import { readCarried } from '../carried.ts';

/**
 * Drops the carried answers from the navigation state once they are saved: a later reload would lay them over
 * newer ones.
 */
export function useCarriedCleared(autosave: Autosave | undefined): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isSaved = useSyncExternalStore(
    subscribeTo(autosave),
    () => autosave !== undefined && !hasUnsaved(autosave),
  );
  const mayClear = isSaved && readCarried(state).answers !== undefined;
  useEffect(() => {
    if (mayClear) void navigate({ pathname, search, hash }, { replace: true, state: null });
  }, [mayClear, navigate, pathname, search, hash]);
}

function subscribeTo(autosave: Autosave | undefined): (listener: () => void) => () => void {
  return autosave?.subscribe ?? (() => () => {});
}
