import type * as Api from '#generated/api.ts';
import type { Call } from './call.ts';

/** Public account calls and log-out (docs/behavior.md 7.1). */
export type Accounts = ReturnType<typeof createAccounts>;

/** Creates the calls from a {@link Call}. */
export function createAccounts(call: Call) {
  return {
    signUp: (body: Api.PostSignupBody) => call<Api.PostSignupAnswer>('POST', '/public/signup', { body }),
    confirm: (body: Api.PostConfirmBody) => call<Api.PostConfirmAnswer>('POST', '/public/confirm', { body }),
    resendCode: (body: Api.PostResendConfirmBody) =>
      call<Api.PostResendConfirmAnswer>('POST', '/public/resend-confirm', { body }),
    logIn: (body: Api.PostLoginBody) => call<Api.PostLoginAnswer>('POST', '/public/login', { body }),
    logInWithPasskey: (body: Api.PostPasskeyLoginBody) =>
      call<Api.PostPasskeyLoginAnswer>('POST', '/public/passkey-login', { body }),
    forgotPassword: (body: Api.PostForgotPasswordBody) =>
      call<Api.PostForgotPasswordAnswer>('POST', '/public/forgot-password', { body }),
    resetPassword: (body: Api.PostResetPasswordBody) =>
      call<Api.PostResetPasswordAnswer>('POST', '/public/reset-password', { body }),
    logOut: () => call<Api.GetLogoutAnswer>('GET', '/api/logout'),
  };
}
