import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FileLocation } from 'care-platform';
import { useSession } from '../session/session.ts';
import { useObjectUrl } from './object-url.ts';

/** The bytes of a file of the platform, read once in a session. */
export function useStoredFile(file: FileLocation | null | undefined): UseQueryResult<Blob | null> {
  const { care } = useSession();
  return useQuery({
    queryKey: ['file', file?.url],
    queryFn: async ({ signal }) => (file ? (await care.file(file, { signal })).blob() : null),
    enabled: file !== null && file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The address of a picture, for `<img src>`. The platform requires the token, so the connection reads it, and the page shows a
 * blob. `null` while there is none.
 */
export function useStoredImage(file: FileLocation | null | undefined): string | null {
  return useObjectUrl(useStoredFile(file).data);
}
