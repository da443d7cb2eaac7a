import { queryOptions, useQueries } from '@tanstack/react-query';
import { PASSKEYS } from '#client/api/passkey-support.ts';
import { useServices } from '#client/api/services.ts';
import { useMemo } from 'react';
import { createOwnAccountCalls, type OwnAccountCalls } from '#client/api/own-account-calls.ts';

/** The key of the query that a section asks again when another has ended sessions. */
export const SESSIONS = ['sessions'];

/** The key of the query for a request for deletion. */
export const DELETION = ['deletion-request'];

/** What the sections of this screen ask the server. */
export function useOwnQueries() {
  const { application, files } = useServices();
  const calls = useOwnAccountCalls();
  return {
    profile: queryOptions({ queryKey: ['profile'], queryFn: application.profile }),
    cards: queryOptions({ queryKey: ['cards'], queryFn: files.cards }),
    sessions: queryOptions({ queryKey: SESSIONS, queryFn: calls.sessions }),
    deletion: queryOptions({ queryKey: DELETION, queryFn: calls.deletionRequest }),
    passkeys: queryOptions({ queryKey: PASSKEYS, queryFn: calls.passkeys }),
  };
}

/** Whether all is there that the sections show: they come together, so that none pushes another down. */
export function useIsLoaded(): boolean {
  const { profile, cards, sessions, deletion, passkeys } = useOwnQueries();
  const results = useQueries({ queries: [profile, cards, sessions, deletion, passkeys] });
  return results.every(({ isPending }) => !isPending);
}

/** The calls of this screen, which no other loads. */
export function useOwnAccountCalls(): OwnAccountCalls {
  const { call } = useServices();
  return useMemo(() => createOwnAccountCalls(call), [call]);
}
