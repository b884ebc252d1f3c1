import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Client, type DiaryEntry, type DiarySchema, isCareError, type NewDiaryEntry } from 'care-platform';

/** More than a user reads. A diary of years is not read further. */
export const mostEntries = 1000;

const entriesKey = ['diary', 'entries'] as const;

/** The newest first. */
export function diaryEntries(client: Client) {
  return queryOptions({
    queryKey: entriesKey,
    queryFn: async ({ signal }) => newestFirst(await client.diaryEntries({}, { signal }).toArray({ max: mostEntries })),
  });
}

/** The schemas that may be written now. */
export function diarySchemas(client: Client) {
  return queryOptions({
    queryKey: ['diary', 'schemas'],
    queryFn: ({ signal }) => client.diarySchemas({ signal }),
  });
}

/**
 * Adds an entry. The list gets it from the response, and is read again only if the response was lost. The schemas are read
 * again only if the platform no longer knows the schema of the entry.
 */
export function useAddEntry(client: Client) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ schema, values }: { schema: DiarySchema; values: NewDiaryEntry }) =>
      client.addDiaryEntry(schema, values),
    onSuccess: (entry) => showEntry(cache, entry),
    onError: async (error) => {
      if (isCareError(error, 'OutcomeUnknownError')) await cache.invalidateQueries({ queryKey: entriesKey });
      if (isCareError(error, 'InvalidInputError') && error.problems.some(({ name }) => name === '@type')) {
        await cache.invalidateQueries(diarySchemas(client));
      }
    },
  });
}

function showEntry(cache: QueryClient, entry: DiaryEntry): void {
  cache.setQueryData<readonly DiaryEntry[]>(entriesKey, (shown) =>
    shown === undefined ? shown : newestFirst([entry, ...shown.filter(({ url }) => url !== entry.url)]),
  );
}

function newestFirst(entries: readonly DiaryEntry[]): readonly DiaryEntry[] {
  return entries.toSorted((one, other) => other.data.dt.getTime() - one.data.dt.getTime());
}
