import { queryOptions, useQueries } from '@tanstack/react-query';
import { createOwnAccountCalls, type OwnAccountCalls } from '#client/api/own-account-calls.ts';
import { PASSKEYS } from '#client/api/passkey-support.ts';
import { useServices } from '#client/api/services.ts';

/** Query key for sessions, refetched when sessions end. */
export const SESSIONS = ['sessions'];

/** Query key for a planned change of address. */
export const EMAIL_CHANGE = ['email-change'];

/** Query key for a deletion request. */
export const DELETION = ['deletion-request'];

/** Queries of this screen's sections. */
export function useOwnQueries() {
  const { application, files } = useServices();
  const calls = useOwnAccountCalls();
  return {
    profile: queryOptions({ queryKey: ['profile'], queryFn: application.profile }),
    cards: queryOptions({ queryKey: ['cards'], queryFn: files.cards }),
    sessions: queryOptions({ queryKey: SESSIONS, queryFn: calls.sessions }),
    emailChange: queryOptions({ queryKey: EMAIL_CHANGE, queryFn: calls.emailChange }),
    deletion: queryOptions({ queryKey: DELETION, queryFn: calls.deletionRequest }),
    passkeys: queryOptions({ queryKey: PASSKEYS, queryFn: calls.passkeys }),
  };
}

/** Whether all queries are loaded, so sections appear together. */
export function useIsLoaded(): boolean {
  const { profile, cards, sessions, deletion, emailChange, passkeys } = useOwnQueries();
  const results = useQueries({ queries: [profile, cards, sessions, deletion, emailChange, passkeys] });
  return results.every(({ isPending }) => !isPending);
}

/** Calls used by this screen only. */
export function useOwnAccountCalls(): OwnAccountCalls {
  return createOwnAccountCalls(useServices().call);
}
