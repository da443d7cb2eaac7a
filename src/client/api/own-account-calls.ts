import type * as Api from '#generated/api.ts';
import type { Call } from './call.ts';

/** The calls around the account of the student who is logged in. */
export type OwnAccountCalls = ReturnType<typeof createOwnAccountCalls>;

/** Binds the calls to a {@link Call}. */
export function createOwnAccountCalls(call: Call) {
  return {
    /** A wrong present password is refused like a weak new one, with `errors` by field. */
    changePassword: (body: Api.PostPasswordBody) =>
      call<Api.PostPasswordAnswer>('POST', '/api/password', { body }),
    /** Has a code mailed to another address, with the present password. */
    askForEmail: (body: Api.PostEmailBody) => call<Api.PostEmailAnswer>('POST', '/api/email', { body }),
    confirmEmail: (code: string) =>
      call<Api.PostEmailCodeAnswer>('POST', '/api/email-code', { body: { code } }),
    deleteAccount: (password: string) =>
      call<Api.PostDeleteAccountAnswer>('POST', '/api/delete-account', { body: { password } }),
    deletionRequest: () => call<Api.GetDeleteAccountAnswer>('GET', '/api/delete-account'),
    withdrawDeletion: () => call<Api.DeleteDeleteAccountAnswer>('DELETE', '/api/delete-account'),
    reminders: () => call<Api.GetRemindersAnswer>('GET', '/api/reminders'),
    /** Stops them for the student of a token, who need not be logged in. */
    stopReminders: (token: string) =>
      call<Api.PostStopRemindersAnswer>(
        'POST',
        `/public/stop-reminders?${new URLSearchParams({ token }).toString()}`,
      ),
    setReminders: (on: boolean) => call<Api.PutRemindersAnswer>('PUT', '/api/reminders', { body: { on } }),
    passkeys: () => call<Api.GetPasskeysAnswer>('GET', '/api/passkeys'),
    /** Takes the password where the list of them says so. */
    removePasskey: ({ id, password }: { readonly id: string; readonly password: string | undefined }) => {
      const body: Api.DeletePasskeyBody = password === undefined ? {} : { password };
      return call<Api.DeletePasskeyAnswer>('DELETE', `/api/passkeys/${id}`, { body });
    },
    sessions: () => call<Api.GetSessionsAnswer>('GET', '/api/sessions'),
    endSession: (id: string) => call<Api.DeleteSessionAnswer>('DELETE', `/api/sessions/${id}`),
    /** Ends every session but this one. */
    endOtherSessions: () => call<Api.DeleteSessionsAnswer>('DELETE', '/api/sessions'),
  };
}
