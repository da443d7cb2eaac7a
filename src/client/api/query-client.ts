import { QueryClient } from '@tanstack/react-query';

/** Creates a query cache with the defaults of docs/behavior.md 9. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Browsers can wrongly report being offline; the call itself finds out.
        networkMode: 'always',
        throwOnError: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
