import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';

/**
 * What the link in the mail says (specification 2, "The reset route reads the query parameters"). It moves from
 * the address to the navigation state, where a reload finds it but no list of visited pages shows it.
 */
export function useResetLink(): { readonly username: string; readonly id: string } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => {
    const query = new URLSearchParams(search);
    const passed = readNavigationState(state);
    return {
      username: query.get('username') ?? passed.username ?? '',
      id: query.get('id') ?? passed.resetId ?? '',
    };
  });
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has('username') && !query.has('id')) return;
    query.delete('username');
    query.delete('id');
    const next: NavigationState = { username: link.username, resetId: link.id };
    void navigate({ pathname, search: query.toString() }, { replace: true, state: next });
  }, [navigate, pathname, search, link]);
  return link;
}
