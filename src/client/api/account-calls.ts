import type {
  GetLogoutAnswer,
  PostConfirmAnswer,
  PostConfirmBody,
  PostForgotPasswordAnswer,
  PostForgotPasswordBody,
  PostLoginAnswer,
  PostLoginBody,
  PostPasskeyLoginAnswer,
  PostPasskeyLoginBody,
  PostResendConfirmAnswer,
  PostResendConfirmBody,
  PostResetPasswordAnswer,
  PostResetPasswordBody,
  PostSignupAnswer,
  PostSignupBody,
} from '#generated/api.ts';
import type { Call } from './call.ts';

/** The public calls around an account, and the log-out (docs/behavior.md 7.1). */
export type Accounts = ReturnType<typeof createAccounts>;

/** Binds the calls to a {@link Call}. */
export function createAccounts(call: Call) {
  return {
    signUp: (body: PostSignupBody) => call<PostSignupAnswer>('POST', '/public/signup', { body }),
    confirm: (body: PostConfirmBody) => call<PostConfirmAnswer>('POST', '/public/confirm', { body }),
    resendCode: (body: PostResendConfirmBody) =>
      call<PostResendConfirmAnswer>('POST', '/public/resend-confirm', { body }),
    logIn: (body: PostLoginBody) => call<PostLoginAnswer>('POST', '/public/login', { body }),
    logInWithPasskey: (body: PostPasskeyLoginBody) =>
      call<PostPasskeyLoginAnswer>('POST', '/public/passkey-login', { body }),
    forgotPassword: (body: PostForgotPasswordBody) =>
      call<PostForgotPasswordAnswer>('POST', '/public/forgot-password', { body }),
    resetPassword: (body: PostResetPasswordBody) =>
      call<PostResetPasswordAnswer>('POST', '/public/reset-password', { body }),
    logOut: () => call<GetLogoutAnswer>('GET', '/api/logout'),
  };
}
