import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Client, type DiaryEntry } from 'care-platform';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { Page } from '../shell/page.tsx';
import { Queried } from '../shell/queried.tsx';
import { go, href } from '../shell/route.ts';
import { AddedNotice } from './added-notice.tsx';
import { diaryEntries } from './diary-queries.ts';
import { Entries } from './entries.tsx';
import { NewEntry } from './new-entry.tsx';

/** The charts are most of the portal's size, so they are loaded when they are shown. */
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));

interface Props {
  readonly path: readonly string[];
}

/** `#/diary` shows entries, `#/diary/new` also writes one. Only clients have a diary. */
export function DiaryPage({ path }: Props) {
  const { user } = useSession();
  return user instanceof Client ? <Diary client={user} writing={path.at(-1) === 'new'} /> : null;
}

function Diary({ client, writing }: { readonly client: Client; readonly writing: boolean }) {
  const { pages, diaryPage: words } = useWords();
  const entries = useQuery(diaryEntries(client));
  const [added, setAdded] = useState<DiaryEntry>();
  const mayWrite = client.links.has('diary.entries') && client.links.has('diary.configuration');
  return (
    <Page
      title={pages.diary}
      intro={words.intro}
      actions={
        mayWrite &&
        !writing && (
          <Button component="a" href={href('diary', 'new')}>
            {words.add}
          </Button>
        )
      }
    >
      <Stack gap="xl">
        {mayWrite && writing && (
          <NewEntry
            client={client}
            onAdded={(entry) => {
              setAdded(entry);
              go(href('diary'));
            }}
          />
        )}
        {!writing && added !== undefined && <AddedNotice entry={added} onClose={() => setAdded(undefined)} />}
        <Queried query={entries}>
          {(all) => (
            <>
              <Suspense>
                <Charts entries={all} />
              </Suspense>
              <Entries entries={all} />
            </>
          )}
        </Queried>
      </Stack>
    </Page>
  );
}
