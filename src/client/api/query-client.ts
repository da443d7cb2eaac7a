import { QueryClient } from '@tanstack/react-query';

/** The cache of one page load with the defaults of docs/behavior.md 9. */
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
        // Browsers call themselves offline on networks that work; the call itself finds out.
        networkMode: 'always',
        throwOnError: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
