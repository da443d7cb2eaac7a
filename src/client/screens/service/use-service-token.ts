import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRecord } from '#form/definition/is-record.ts';

const TOKEN = 'service_token';

/**
 * The token of a service link, on any path; undefined for everybody else. It is taken out of the address, so that
 * neither history nor a picture of the screen shows it, and kept with the entry of the history, so that the page can be
 * loaded again.
 */
export function useServiceToken(): string | undefined {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get(TOKEN);
  useEffect(() => {
    if (given === null) return;
    const query = new URLSearchParams(search);
    query.delete(TOKEN);
    const rest = query.toString();
    const to = { pathname, search: rest === '' ? '' : `?${rest}`, hash };
    void navigate(to, { replace: true, state: { [TOKEN]: given } });
  }, [given, hash, navigate, pathname, search]);
  return given ?? keptToken(state);
}

function keptToken(state: unknown): string | undefined {
  return isRecord(state) && typeof state[TOKEN] === 'string' ? state[TOKEN] : undefined;
}
