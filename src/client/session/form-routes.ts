import type { SectionNode, FormDefinition, LayoutNode } from '#form/definition/definition.ts';
import { sectionAnchor, isTitledSection } from '#form/definition/layout-steps.ts';
import {
  COMPLETION_PATH,
  type NavigationState,
  OWN_ACCOUNT_PATH,
  REVIEW_PATH,
  searchOf,
} from './navigation-state.ts';
import { allNodes } from '#form/definition/form-part.ts';
import type { StudentState } from './student-state.ts';

/** Address and navigation state of a place in the form. */
type Place = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: NavigationState;
};

/** Hash and state of a section link. A hash alone prefers a question. */
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

function placeIn(section: LayoutNode): Pick<Place, 'hash' | 'state'> {
  if (isTitledSection(section)) return sectionPlace(section);
  const first = allNodes([section]).find((node) => node.kind === 'question');
  return { hash: `#${first?.key ?? ''}`, state: {} };
}

/** Inputs of the routing rules. */
export type RouteFacts = Pick<StudentState, 'isLoggedIn' | 'webStatus' | 'returnTo' | 'hasChangedPage'> & {
  readonly pathname: string;
  readonly pagePaths: readonly string[];
  readonly defaultPath: string;
  /** Whether the address names a question (`/page#question`) or place (`?page=`). */
  readonly namesPlace: boolean;
};

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
