import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { Nothing } from '../shell/nothing.tsx';
import { Page } from '../shell/page.tsx';
import { Queried } from '../shell/queried.tsx';
import { ConversationList } from './conversation-list.tsx';
import { conversations, type Which } from './conversations-query.ts';

export function ConversationsPage() {
  const { user } = useSession();
  const { pages, conversations: words } = useWords();
  const [which, setWhich] = useState<Which>('new');
  const found = useQuery(conversations(user, which));
  return (
    <Page
      title={pages.conversations}
      intro={words.intro}
      actions={
        <SegmentedControl<Which>
          aria-label={words.show}
          value={which}
          onChange={setWhich}
          data={[
            { value: 'new', label: words.news },
            { value: 'everything', label: words.everything },
          ]}
        />
      }
    >
      <Stack gap="md">
        <Queried query={found}>
          {(all) =>
            all.length === 0 ? (
              <Nothing>{which === 'new' ? words.noNews : words.none}</Nothing>
            ) : (
              <ConversationList conversations={all} order={2} />
            )
          }
        </Queried>
      </Stack>
    </Page>
  );
}
