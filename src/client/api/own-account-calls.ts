import type * as Api from '#generated/api.ts';
import type { Call } from './call.ts';

/** Account calls of the logged-in student. */
export type OwnAccountCalls = ReturnType<typeof createOwnAccountCalls>;

/** Creates the calls from a {@link Call}. */
export function createOwnAccountCalls(call: Call) {
  return {
    /** Refuses wrong current and weak new passwords with `errors` by field. */
    changePassword: (body: Api.PostPasswordBody) =>
      call<Api.PostPasswordAnswer>('POST', '/api/password', { body }),
    /** Emails a code to a new address; needs the current password. */
    askForEmail: (body: Api.PostEmailBody) => call<Api.PostEmailAnswer>('POST', '/api/email', { body }),
    confirmEmail: (code: string) =>
      call<Api.PostEmailCodeAnswer>('POST', '/api/email-code', { body: { code } }),
    emailChange: () => call<Api.GetEmailChangeAnswer>('GET', '/api/email-change'),
    cancelEmailChange: () => call<Api.DeleteEmailChangeAnswer>('DELETE', '/api/email-change'),
    deleteAccount: (password: string) =>
      call<Api.PostDeleteAccountAnswer>('POST', '/api/delete-account', { body: { password } }),
    deletionRequest: () => call<Api.GetDeleteAccountAnswer>('GET', '/api/delete-account'),
    withdrawDeletion: () => call<Api.DeleteDeleteAccountAnswer>('DELETE', '/api/delete-account'),
    /** Allows the download of one's data for ten minutes. */
    proveForData: (body: Api.PostOwnDataBody) =>
      call<Api.PostOwnDataAnswer>('POST', '/api/own-data', { body }),
    reminders: () => call<Api.GetRemindersAnswer>('GET', '/api/reminders'),
    /** Does what a mailed link is for, by its token, without log-in. */
    followLink: (path: 'stop-reminders' | 'cancel-email', token: string) =>
      call<Api.PostStopRemindersAnswer | Api.PostCancelEmailAnswer>(
        'POST',
        `/public/${path}?${new URLSearchParams({ token }).toString()}`,
      ),
    setReminders: (on: boolean) => call<Api.PutRemindersAnswer>('PUT', '/api/reminders', { body: { on } }),
    passkeys: () => call<Api.GetPasskeysAnswer>('GET', '/api/passkeys'),
    /** Needs the password if the passkey list says so. */
    removePasskey: ({ id, password }: { readonly id: string; readonly password: string | undefined }) => {
      const body: Api.DeletePasskeyBody = password === undefined ? {} : { password };
      return call<Api.DeletePasskeyAnswer>('DELETE', `/api/passkeys/${id}`, { body });
    },
    sessions: () => call<Api.GetSessionsAnswer>('GET', '/api/sessions'),
    endSession: (id: string) => call<Api.DeleteSessionAnswer>('DELETE', `/api/sessions/${id}`),
    endOtherSessions: () => call<Api.DeleteSessionsAnswer>('DELETE', '/api/sessions'),
  };
}
