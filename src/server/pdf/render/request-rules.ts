import type { RenderOrder } from './render-order.ts';

/** A request that the page wants to make. */
export type PageRequest = {
  readonly url: string;
  readonly method: string;
  /** True for the document of a page or a frame. */
  readonly isNavigation: boolean;
};

type Rules = Pick<RenderOrder, 'origin' | 'token'>;

/** Built files: scripts, styles, pictures and the compiled questionnaire. */
const ASSETS = '/assets/';
const VIEW_CALL = '/service/tmp-pdf';

/** The page of the service view. */
export function viewUrl({ origin, token }: Rules): string {
  return `${origin}/?${new URLSearchParams({ service_token: token }).toString()}`;
}

/**
 * Decides what a page that draws one application may ask for: itself once, the built files, and the one call for this
 * one application. Whatever an answer holds, it leads nowhere else (security cases G02, G03).
 *
 * @returns a function that remembers the one navigation
 */
export function createRequestRules(rules: Rules): (request: PageRequest) => boolean {
  const view = viewUrl(rules);
  let isOpen = false;
  return ({ url, method, isNavigation }) => {
    if (method !== 'GET') return false;
    if (isNavigation) {
      const isFirst = !isOpen && url === view;
      isOpen = true;
      return isFirst;
    }
    const asked = URL.parse(url);
    if (asked?.origin !== rules.origin) return false;
    if (asked.pathname.startsWith(ASSETS)) return true;
    return asked.pathname === VIEW_CALL && asked.searchParams.get('service_token') === rules.token;
  };
}
