import type { SectionNode, FormDefinition, LayoutNode } from '#form/definition/definition.ts';
import { sectionAnchor, isTitledSection } from '#form/definition/walk-layout.ts';
import type { NavigationState } from './navigation-state.ts';
import { allNodes } from '#form/definition/form-part.ts';
import type { WebStatus } from '#form/progress/web-status.ts';

/** A place of the form as an address, and what is passed on to it. */
type Place = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: NavigationState;
};

/** What a link to a section adds to its page's path: by the hash alone a question of that name comes first. */
export function sectionPlace(section: Pick<SectionNode, 'id'>): Pick<Place, 'hash' | 'state'> {
  const anchor = sectionAnchor(section);
  return { hash: `#${anchor}`, state: { section: anchor } };
}

/** Resolves `?page=<id>&section=<id>` to an address; undefined for an unknown page. */
export function namedPlace(definition: FormDefinition, search: string): Place | undefined {
  const { page: pageId, section: sectionId, ...rest } = Object.fromEntries(new URLSearchParams(search));
  const page = definition.pages.find(({ id }) => id === pageId);
  if (!page) return undefined;
  const section = allNodes(page.layout).find((node) => node.kind === 'section' && node.id === sectionId);
  return {
    pathname: page.path,
    search: searchOf(rest),
    ...(section ? placeIn(section) : { hash: '', state: {} }),
  };
}

/** Parameters of an address, with their question mark if there are any. */
export function searchOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '' : `?${query}`;
}

function placeIn(section: LayoutNode): Pick<Place, 'hash' | 'state'> {
  if (isTitledSection(section)) return sectionPlace(section);
  const first = allNodes([section]).find((node) => node.kind === 'question');
  return { hash: `#${first?.key ?? ''}`, state: {} };
}

/** Inputs of the routing rules. */
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

/** Submission of a student, planned or done. */
export const REVIEW_PATH = '/review';

/** Returns the path to redirect to; undefined to stay (docs/behavior.md 2.2). */
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
