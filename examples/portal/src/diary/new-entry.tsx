import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Client, DiaryEntry } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { Queried } from '../shell/queried.tsx';
import { diarySchemas } from './diary-queries.ts';
import { EntryForm } from './entry-form.tsx';

interface Props {
  readonly client: Client;
  readonly onAdded: (entry: DiaryEntry) => void;
}

/** Reads the schemas each time, since a professional may change them at any time. */
export function NewEntry({ client, onAdded }: Props) {
  const { nothingToWrite } = useWords().diaryPage;
  const schemas = useQuery({ ...diarySchemas(client), staleTime: 0, refetchOnWindowFocus: false });
  return (
    <Queried query={schemas}>
      {([first, ...others]) =>
        first === undefined ? (
          <Alert>{nothingToWrite}</Alert>
        ) : (
          <section className="card">
            <EntryForm client={client} schemas={[first, ...others]} onAdded={onAdded} />
          </section>
        )
      }
    </Queried>
  );
}
