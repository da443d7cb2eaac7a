import { useState } from 'react';
import { useLocation } from 'react-router';
import { useServices } from '#client/api/services.ts';
import { readNavigationState } from '../navigation-state.ts';

/**
 * True for somebody who came to a card while logged in: the form is what they want. Anyone who was sent here with
 * an error stays: their cookie may be left over from a session that has ended.
 */
export function useIsLoggedIn(): boolean {
  const { isSignedIn } = useServices();
  const { error } = readNavigationState(useLocation().state);
  // Read once: the log-in itself goes on by its own way.
  const [isIn] = useState(() => error === undefined && isSignedIn());
  return isIn;
}
