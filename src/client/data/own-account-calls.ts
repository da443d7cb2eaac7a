import type { DeleteSessionAnswer, DeleteSessionsAnswer, GetSessionsAnswer } from '#generated/api.ts';
import type { Call } from './call.ts';

/** The calls around the account of the student who is logged in. */
export type OwnAccountCalls = {
  readonly sessions: () => Promise<GetSessionsAnswer>;
  readonly endSession: (id: string) => Promise<DeleteSessionAnswer>;
  /** Ends every session but this one. */
  readonly endOtherSessions: () => Promise<DeleteSessionsAnswer>;
};

/** Binds the calls to a {@link Call}. */
export function createOwnAccountCalls(call: Call): OwnAccountCalls {
  return {
    sessions: () => call('GET', '/api/sessions'),
    endSession: (id) => call('DELETE', `/api/sessions/${id}`),
    endOtherSessions: () => call('DELETE', '/api/sessions'),
  };
}
