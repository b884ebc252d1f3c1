import { useQuery } from '@tanstack/react-query';
import type { StoredFile } from 'care-platform';
import { useEffect, useState } from 'react';
import { useSession } from '../session/session.ts';

/**
 * The address of a picture, for `<img src>`. The platform gives it with the token only, so it is read through the
 * connection and shown as a blob, whose address ends with the component. `null` while there is none.
 */
export function useStoredImage(file: StoredFile | null | undefined): string | null {
  const { care } = useSession();
  const { data: blob } = useQuery({
    queryKey: ['file', file?.url],
    queryFn: async ({ signal }) => (file ? (await care.file(file, { signal })).blob() : null),
    enabled: file !== null && file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setSource(url);
    return () => {
      setSource(null);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return source;
}
