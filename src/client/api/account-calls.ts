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
export type Accounts = {
  readonly signUp: (body: PostSignupBody) => Promise<PostSignupAnswer>;
  readonly confirm: (body: PostConfirmBody) => Promise<PostConfirmAnswer>;
  readonly resendCode: (body: PostResendConfirmBody) => Promise<PostResendConfirmAnswer>;
  readonly logIn: (body: PostLoginBody) => Promise<PostLoginAnswer>;
  readonly logInWithPasskey: (body: PostPasskeyLoginBody) => Promise<PostPasskeyLoginAnswer>;
  readonly forgotPassword: (body: PostForgotPasswordBody) => Promise<PostForgotPasswordAnswer>;
  readonly resetPassword: (body: PostResetPasswordBody) => Promise<PostResetPasswordAnswer>;
  readonly logOut: () => Promise<GetLogoutAnswer>;
};

/** Binds the calls to a {@link Call}. */
export function createAccounts(call: Call): Accounts {
  return {
    signUp: (body) => call('POST', '/public/signup', { body }),
    confirm: (body) => call('POST', '/public/confirm', { body }),
    resendCode: (body) => call('POST', '/public/resend-confirm', { body }),
    logIn: (body) => call('POST', '/public/login', { body }),
    logInWithPasskey: (body) => call('POST', '/public/passkey-login', { body }),
    forgotPassword: (body) => call('POST', '/public/forgot-password', { body }),
    resetPassword: (body) => call('POST', '/public/reset-password', { body }),
    logOut: () => call('GET', '/api/logout'),
  };
}
