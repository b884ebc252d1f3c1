import { Badge, Group, Text, Title } from '@mantine/core';
import type { Conversation, Plain } from 'care-platform';
import { useDates } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import { NewTabLink } from '../shell/new-tab-link.tsx';

interface Props {
  readonly conversations: readonly Plain<Conversation>[];
  /** Level of the headings. */
  readonly order: 2 | 3;
}

export function ConversationList({ conversations, order }: Props) {
  const { conversations: words } = useWords();
  const dates = useDates();
  return (
    <ul className="plain-list">
      {conversations.map(({ data }) => {
        const subject = data.subject ?? words.untitled;
        const participants = data.participants ?? [];
        return (
          <li key={data.url} className="card row">
            <div>
              <Title order={order} size="h4">
                {subject}
              </Title>
              {participants.length > 0 && <Text>{words.withPeople(dates.list(participants))}</Text>}
              <Text c="dimmed" size="sm">
                {words.lastActivity(dates.ago(new Date(data.last_activity)))}
              </Text>
              <News conversation={data} />
            </div>
            <NewTabLink address={data.url} about={subject} variant={data.has_ongoing_call ? 'filled' : 'light'}>
              {data.has_ongoing_call ? words.join : words.open}
            </NewTabLink>
          </li>
        );
      })}
    </ul>
  );
}

function News({ conversation }: { readonly conversation: Plain<Conversation>['data'] }) {
  const { conversations: words } = useWords();
  const { unread, has_missed_call, has_ongoing_call } = conversation;
  if (unread === 0 && !has_missed_call && !has_ongoing_call) return null;
  return (
    <Group gap="xs" mt="xs">
      {unread > 0 && <Badge tt="none">{words.unread(unread)}</Badge>}
      {has_ongoing_call && (
        <Badge tt="none" color="teal.9">
          {words.ongoingCall}
        </Badge>
      )}
      {has_missed_call && (
        <Badge tt="none" color="red.9">
          {words.missedCall}
        </Badge>
      )}
    </Group>
  );
}
