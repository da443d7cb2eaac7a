import type { StudentState } from '#client/session/student-state.ts';

export type BannerKind = 'submitted' | 'anonymous' | 'first-login' | 'later-login';

/**
 * Which banner shows, if any: to those who submitted, to those not logged in, and after a log-in until the
 * student changes the page; never while validating (docs/behavior.md 2.7).
 */
export function bannerKind({
  webStatus,
  isLoggedIn,
  hasChangedPage,
  numLogins,
}: StudentState): BannerKind | undefined {
  if (webStatus === 'submitted') return 'submitted';
  if (webStatus === 'validating') return undefined;
  if (!isLoggedIn) return 'anonymous';
  if (hasChangedPage) return undefined;
  return numLogins <= 1 ? 'first-login' : 'later-login';
}
