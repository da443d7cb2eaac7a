import { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#client/data/query-client.ts';
import type { Services } from '#client/data/services.ts';

/** The cache lives as long as the session, across screens; the account screens do without it and its weight. */
const clients = new WeakMap<Services, QueryClient>();

/** The cache of the present session. */
export function sessionQueries(services: Services): QueryClient {
  const client = clients.get(services) ?? createQueryClient();
  clients.set(services, client);
  return client;
}

/**
 * Ends the cache with the session (specification 8, "Unauthorized"). A screen that is still shown while the
 * next one loads keeps what it holds; whoever comes next gets a new cache.
 */
export function forgetQueries(services: Services): void {
  clients.delete(services);
}
