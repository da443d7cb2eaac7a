import type {
  DeletePasskeyAnswer,
  DeletePasskeyBody,
  DeleteSessionAnswer,
  DeleteSessionsAnswer,
  GetRemindersAnswer,
  GetPasskeysAnswer,
  GetSessionsAnswer,
  PostDeleteAccountAnswer,
  PostEmailAnswer,
  PostEmailBody,
  PostEmailCodeAnswer,
  PostPasswordAnswer,
  PostPasswordBody,
  PostStopRemindersAnswer,
  PutRemindersAnswer,
} from '#generated/api.ts';
import type { Call } from './call.ts';

/** The calls around the account of the student who is logged in. */
export type OwnAccountCalls = {
  /** A wrong present password is refused like a weak new one, with `errors` by field. */
  readonly changePassword: (body: PostPasswordBody) => Promise<PostPasswordAnswer>;
  /** Has a code mailed to another address, with the present password. */
  readonly askForEmail: (body: PostEmailBody) => Promise<PostEmailAnswer>;
  readonly confirmEmail: (code: string) => Promise<PostEmailCodeAnswer>;
  readonly deleteAccount: (password: string) => Promise<PostDeleteAccountAnswer>;
  readonly reminders: () => Promise<GetRemindersAnswer>;
  /** Stops them for the student of a token, who need not be logged in. */
  readonly stopReminders: (token: string) => Promise<PostStopRemindersAnswer>;
  readonly setReminders: (on: boolean) => Promise<PutRemindersAnswer>;
  readonly passkeys: () => Promise<GetPasskeysAnswer>;
  /** Takes the password where the list of them says so. */
  readonly removePasskey: (
    passkey: Readonly<{ id: string; password: string | undefined }>,
  ) => Promise<DeletePasskeyAnswer>;
  readonly sessions: () => Promise<GetSessionsAnswer>;
  readonly endSession: (id: string) => Promise<DeleteSessionAnswer>;
  /** Ends every session but this one. */
  readonly endOtherSessions: () => Promise<DeleteSessionsAnswer>;
};

/** Binds the calls to a {@link Call}. */
export function createOwnAccountCalls(call: Call): OwnAccountCalls {
  return {
    changePassword: (body) => call('POST', '/api/password', { body }),
    askForEmail: (body) => call('POST', '/api/email', { body }),
    confirmEmail: (code) => call('POST', '/api/email-code', { body: { code } }),
    deleteAccount: (password) => call('POST', '/api/delete-account', { body: { password } }),
    reminders: () => call('GET', '/api/reminders'),
    stopReminders: (token) =>
      call('POST', `/public/stop-reminders?${new URLSearchParams({ token }).toString()}`),
    setReminders: (on) => call('PUT', '/api/reminders', { body: { on } }),
    passkeys: () => call('GET', '/api/passkeys'),
    removePasskey: ({ id, password }) => {
      const body: DeletePasskeyBody = password === undefined ? {} : { password };
      return call('DELETE', `/api/passkeys/${id}`, { body });
    },
    sessions: () => call('GET', '/api/sessions'),
    endSession: (id) => call('DELETE', `/api/sessions/${id}`),
    endOtherSessions: () => call('DELETE', '/api/sessions'),
  };
}
