import type { RenderOrder } from './render-order.ts';

/** A request that the page wants to make. */
type PageRequest = {
  readonly url: string;
  readonly method: string;
  /** True for the document of a page or a frame. */
  readonly isNavigation: boolean;
};

export type ViewAddress = Pick<RenderOrder, 'origin' | 'token'>;

export type RequestRules = {
  readonly isAllowed: (request: PageRequest) => boolean;
  /** From now on the page draws another application, without being loaded again. */
  readonly turnTo: (token: string) => void;
  /** True while the page has asked for nothing that it may not ask for. */
  readonly isObeyed: () => boolean;
};

/** Built files: scripts, styles, pictures and the compiled questionnaire. */
const ASSETS = '/assets/';
const VIEW_CALL = '/service/tmp-pdf';

/** The page of the service view. */
export function viewUrl({ origin, token }: ViewAddress): string {
  return `${origin}/?${new URLSearchParams({ service_token: token }).toString()}`;
}

/**
 * Decides what a page that draws applications may ask for: itself once, the built files, and the one call for the one
 * application that it draws. Whatever an answer holds, it leads nowhere else (security cases G02, G03).
 */
export function createRequestRules({ origin, token: first }: ViewAddress): RequestRules {
  let [token, isOpen, isObeyed] = [first, false, true];
  const view = viewUrl({ origin, token });
  function passes({ url, method, isNavigation }: PageRequest): boolean {
    if (method !== 'GET') return false;
    if (isNavigation) {
      const isFirst = !isOpen && url === view;
      isOpen = true;
      return isFirst;
    }
    const asked = URL.parse(url);
    if (asked?.origin !== origin) return false;
    if (asked.pathname.startsWith(ASSETS)) return true;
    return asked.pathname === VIEW_CALL && asked.searchParams.get('service_token') === token;
  }
  return {
    isAllowed(request) {
      const isAllowed = passes(request);
      isObeyed &&= isAllowed;
      return isAllowed;
    },
    turnTo: (next) => void (token = next),
    isObeyed: () => isObeyed,
  };
}
