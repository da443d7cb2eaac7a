import type { WebStatus } from '#form/progress/web-status.ts';

/** Where the student is, and what decides whether that screen is theirs to see. */
export type RouteFacts = {
  readonly pathname: string;
  /** Paths of the form's pages. */
  readonly pagePaths: readonly string[];
  readonly defaultPath: string;
  readonly isLoggedIn: boolean;
  readonly webStatus: WebStatus | null;
  /** Path of the page the student left last, until they are back on it. */
  readonly returnTo: string | null;
  readonly hasChangedPage: boolean;
  /** True for an address that names a question, `/page#question`, or a place, `?page=`. */
  readonly namesPlace: boolean;
};

export const COMPLETION_PATH = '/completion';

/** A student's own account, in addition to the form: anyone who is logged in may be there at any time. */
export const OWN_ACCOUNT_PATH = '/account';

/** What a student is about to submit, or did. */
export const REVIEW_PATH = '/review';

/**
 * The path the student is sent to instead, or undefined to stay (docs/behavior.md 2.2). An address
 * that names a place on a page is kept: it was chosen on purpose, unlike the place where a student came in.
 */
export function routeRedirect(facts: RouteFacts): string | undefined {
  const { pathname, pagePaths, defaultPath, returnTo } = facts;
  if (facts.isLoggedIn && (pathname === OWN_ACCOUNT_PATH || pathname === REVIEW_PATH)) return undefined;
  if (pathname === REVIEW_PATH) return '/login';
  if (facts.webStatus === 'submitted') return pathname === COMPLETION_PATH ? undefined : COMPLETION_PATH;
  const isPage = pagePaths.includes(pathname);
  const mayReturn = !facts.hasChangedPage && !(isPage && facts.namesPlace);
  if (mayReturn && returnTo !== null && pagePaths.includes(returnTo)) {
    return returnTo === pathname ? undefined : returnTo;
  }
  return isPage ? undefined : defaultPath;
}
