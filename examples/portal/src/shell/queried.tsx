import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../failures/failure-notice.tsx';
import { useWords } from '../language/language.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, its loading state, or its failure. If reading again fails, the old data stays below the notice. */
export function Queried<Data>({ query, children }: Props<Data>) {
  const { loading } = useWords();
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && <FailureNotice error={error} retry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && error === null && (
        <Center py="xl" role="status" aria-label={loading}>
          <Loader type="dots" aria-hidden="true" />
        </Center>
      )}
    </>
  );
}
