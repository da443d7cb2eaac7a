import type {
  DeleteSessionAnswer,
  DeleteSessionsAnswer,
  GetSessionsAnswer,
  PostConfirmAgeAnswer,
} from '#generated/api.ts';
import type { Call } from './call.ts';

/** The calls around the account of the student who is logged in. */
export type OwnAccountCalls = {
  /** Types the date of birth of an application that is held back once more. */
  readonly confirmAge: (date: string) => Promise<PostConfirmAgeAnswer>;
  readonly sessions: () => Promise<GetSessionsAnswer>;
  readonly endSession: (id: string) => Promise<DeleteSessionAnswer>;
  /** Ends every session but this one. */
  readonly endOtherSessions: () => Promise<DeleteSessionsAnswer>;
};

/** Binds the calls to a {@link Call}. */
export function createOwnAccountCalls(call: Call): OwnAccountCalls {
  return {
    confirmAge: (date) => call('POST', '/api/confirm-age', { body: { date } }),
    sessions: () => call('GET', '/api/sessions'),
    endSession: (id) => call('DELETE', `/api/sessions/${id}`),
    endOtherSessions: () => call('DELETE', '/api/sessions'),
  };
}
