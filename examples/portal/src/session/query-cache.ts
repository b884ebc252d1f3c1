import { QueryClient } from '@tanstack/react-query';

/**
 * One cache per sign-in, in memory only. care-platform does the retries: it knows which calls may be sent again, and keeps the
 * platform's limits. Data stays until sign-out. Data older than a minute is read again when it is shown.
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
        // Without a connection a query fails and shows it, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, gcTime: 0, networkMode: 'always' },
    },
  });
}
