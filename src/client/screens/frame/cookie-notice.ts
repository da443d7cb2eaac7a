import { privacyTexts } from '#generated/texts.ts';

/** The cookies that the server sets, by the ends of their names, and what students read about them. */
export const COOKIE_NOTICE = [
  { names: ['session', 'signed_in'], text: privacyTexts.sessionCookies },
  { names: ['signup'], text: privacyTexts.signupCookie },
  { names: ['device'], text: privacyTexts.deviceCookie },
  { names: ['prefill'], text: privacyTexts.prefillCookie },
] as const;
