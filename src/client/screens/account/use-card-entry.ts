import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { useServices } from '#client/api/services.ts';

const PARTS = ['username', 'id', 'code', 'signup'] as const;

/** Parameters of an emailed link, moved from the address into navigation state (docs/behavior.md 2.3). */
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

/** Whether a logged-in student opened a card; false after an error, whose cookie may be stale. */
export function useIsLoggedIn(): boolean {
  const { isSignedIn } = useServices();
  const { error } = readNavigationState(useLocation().state);
  // Read once: the log-in itself goes on by its own way.
  const [isIn] = useState(() => error === undefined && isSignedIn());
  return isIn;
}
