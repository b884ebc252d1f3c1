import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Client, type DiaryEntry, type DiarySchema, isCareError, type NewDiaryEntry } from 'care-platform';

/** More than anybody looks through; the diary of years is read no further. */
export const mostEntries = 1000;

const entriesKey = ['diary', 'entries'] as const;

/** The newest first. */
export function diaryEntries(client: Client) {
  return queryOptions({
    queryKey: entriesKey,
    queryFn: async ({ signal }) => newestFirst(await client.diaryEntries({}, { signal }).toArray({ max: mostEntries })),
  });
}

/** What may be written now. */
export function diarySchemas(client: Client) {
  return queryOptions({
    queryKey: ['diary', 'schemas'],
    queryFn: ({ signal }) => client.diarySchemas({ signal }),
  });
}

/**
 * Adds an entry. The list that is shown gets it from the answer; it is read anew only where the answer was lost, and the
 * schemas only where the platform does not know the one that was written with any more.
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
