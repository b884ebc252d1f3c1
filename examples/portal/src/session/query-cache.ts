import { QueryClient } from '@tanstack/react-query';

/**
 * One cache per sign-in, in memory only. Repeats are left to care-platform, which knows what may be repeated and keeps to
 * the platform's limits. What was read stays until sign-out, and is read anew when it is shown again after a minute.
 */
export function createQueryCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        staleTime: 60_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: 'always',
        // Without a connection a query fails and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, gcTime: 0, networkMode: 'always' },
    },
  });
}
