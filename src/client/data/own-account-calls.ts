import type {
  DeleteSessionAnswer,
  DeleteSessionsAnswer,
  GetSessionsAnswer,
  PostConfirmAgeAnswer,
  PostDeleteAccountAnswer,
  PostPasswordAnswer,
  PostPasswordBody,
} from '#generated/api.ts';
import type { Call } from './call.ts';

/** The calls around the account of the student who is logged in. */
export type OwnAccountCalls = {
  /** Types the date of birth of an application that is held back once more. */
  readonly confirmAge: (date: string) => Promise<PostConfirmAgeAnswer>;
  /** A wrong present password is refused like a weak new one, with `errors` by field. */
  readonly changePassword: (body: PostPasswordBody) => Promise<PostPasswordAnswer>;
  readonly deleteAccount: (password: string) => Promise<PostDeleteAccountAnswer>;
  readonly sessions: () => Promise<GetSessionsAnswer>;
  readonly endSession: (id: string) => Promise<DeleteSessionAnswer>;
  /** Ends every session but this one. */
  readonly endOtherSessions: () => Promise<DeleteSessionsAnswer>;
};

/** Binds the calls to a {@link Call}. */
export function createOwnAccountCalls(call: Call): OwnAccountCalls {
  return {
    confirmAge: (date) => call('POST', '/api/confirm-age', { body: { date } }),
    changePassword: (body) => call('POST', '/api/password', { body }),
    deleteAccount: (password) => call('POST', '/api/delete-account', { body: { password } }),
    sessions: () => call('GET', '/api/sessions'),
    endSession: (id) => call('DELETE', `/api/sessions/${id}`),
    endOtherSessions: () => call('DELETE', '/api/sessions'),
  };
}
