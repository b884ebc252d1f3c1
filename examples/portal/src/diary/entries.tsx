import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import type { DiaryEntry } from 'care-platform';
import { useId, useState } from 'react';
import { useWords } from '../language/language.tsx';
import { mostEntries } from './diary-queries.ts';
import { EntryCard } from './entry-card.tsx';

interface Props {
  readonly entries: readonly DiaryEntry[];
}

/** Few at a time, since each picture in them costs a request. */
const step = 10;

export function Entries({ entries }: Props) {
  const { entries: words } = useWords().diaryPage;
  const [shown, setShown] = useState(step);
  const heading = useId();
  const more = Math.min(step, entries.length - shown);
  return (
    <Stack component="section" aria-labelledby={heading} gap="md">
      <Title order={2} size="h3" id={heading}>
        {words.heading}
      </Title>
      {entries.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <ul className="plain-list" aria-label={words.list}>
        {entries.slice(0, shown).map((entry) => (
          <li key={entry.url}>
            <EntryCard entry={entry} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" onClick={() => setShown(shown + step)}>
          {words.more(more)}
        </Button>
      )}
      {entries.length >= mostEntries && <Alert color="yellow">{words.most(mostEntries)}</Alert>}
    </Stack>
  );
}
