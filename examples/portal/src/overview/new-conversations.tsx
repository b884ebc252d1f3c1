import { useQuery } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { conversations } from '../conversations/conversations-query.ts';
import { useWords } from '../language/language.tsx';
import { Nothing } from '../shell/nothing.tsx';
import { Queried } from '../shell/queried.tsx';
import { href } from '../shell/route.ts';
import { OverviewSection } from './overview-section.tsx';

export function NewConversations({ user }: { readonly user: Client | Friend }) {
  const { pages, conversations: words } = useWords();
  const found = useQuery(conversations(user, 'new'));
  return (
    <OverviewSection title={pages.conversations} to={href('conversations')}>
      <Queried query={found}>
        {(all) =>
          all.length === 0 ? (
            <Nothing>{words.noNews}</Nothing>
          ) : (
            <ConversationList conversations={all.slice(0, 3)} order={3} />
          )
        }
      </Queried>
    </OverviewSection>
  );
}
