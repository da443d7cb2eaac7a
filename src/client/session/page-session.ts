import type { QueryClient } from '@tanstack/react-query';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { createQueryClient } from '#client/api/query-client.ts';
import type { Services } from '#client/api/services.ts';
import { Observable } from '#client/ui/observable.ts';

/** What is loaded for one session, across screens; the account screens do without it and its weight. */
type PageSession = {
  /** How many sessions ended since the page was loaded. */
  readonly number: number;
  readonly queries: QueryClient;
};

/** The present session; what shows it is re-rendered when the next one begins. */
export const pageSession = memoizeByObject(
  (_services: Services): Observable<PageSession> =>
    new Observable({ number: 0, queries: createQueryClient() }),
);

/**
 * Begins the next session: what was loaded for the last one is gone (docs/behavior.md 4.5), and so are its
 * screens, at once. A Back that comes before the log-in screen is loaded would else find the answers on the page.
 */
export function endPageSession(services: Services): void {
  const session = pageSession(services);
  session.set({ number: session.get().number + 1, queries: createQueryClient() });
}
