import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { useServices } from '#client/api/services.ts';

const PARTS = ['username', 'id', 'code', 'signup'] as const;

/**
 * What the link in a mail says (docs/behavior.md 2.3), empty where it says
 * nothing. It moves from the address to the navigation state, where a reload finds it but no list of visited pages
 * shows it.
 */
export function useMailLink(): Readonly<Record<(typeof PARTS)[number], string>> {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => {
    const query = new URLSearchParams(search);
    const passed = readNavigationState(state);
    const part = (name: (typeof PARTS)[number]): string => query.get(name) ?? passed[name] ?? '';
    return { username: part('username'), id: part('id'), code: part('code'), signup: part('signup') };
  });
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!PARTS.some((name) => query.has(name))) return;
    for (const name of PARTS) query.delete(name);
    const next: NavigationState = Object.fromEntries(Object.entries(link).filter(([, text]) => text !== ''));
    void navigate({ pathname, search: query.toString() }, { replace: true, state: next });
  }, [navigate, pathname, search, link]);
  return link;
}

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
