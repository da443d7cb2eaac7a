import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';

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
