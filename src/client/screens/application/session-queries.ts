import { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#client/data/query-client.ts';
import type { Services } from '#client/data/services.ts';
import { Observable } from './observable.ts';

/** The cache lives as long as the session, across screens; the account screens do without it and its weight. */
const clients = new WeakMap<Services, QueryClient>();

/** The cache of the present session. */
export function sessionQueries(services: Services): QueryClient {
  const client = clients.get(services) ?? createQueryClient();
  clients.set(services, client);
  return client;
}

/** How many sessions ended since the page was loaded. */
const endings = new WeakMap<Services, Observable<number>>();

/** Counts the sessions that ended, so that what shows one of them is drawn anew. */
export function endedSessions(services: Services): Observable<number> {
  const count = endings.get(services) ?? new Observable(0);
  endings.set(services, count);
  return count;
}

/**
 * Ends the cache with the session (specification 8, "Unauthorized"), and takes its screens off at once: a Back that
 * comes before the log-in screen is loaded would keep the answers on the page.
 */
export function forgetQueries(services: Services): void {
  clients.delete(services);
  const count = endedSessions(services);
  count.set(count.get() + 1);
}
