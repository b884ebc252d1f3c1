import { Button, Stack, Text, Title } from '@mantine/core';
import { Client, type Friend } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { offersTo } from '../session/offers.ts';
import { useSession } from '../session/session.ts';
import { Page } from '../shell/page.tsx';
import { href } from '../shell/route.ts';
import { NewConversations } from './new-conversations.tsx';
import { NextDays } from './next-days.tsx';
import { NextTasks } from './next-tasks.tsx';

export function OverviewPage() {
  const { user } = useSession();
  const { pages, overview } = useWords();
  const offers = offersTo(user);
  return (
    <Page title={overview.title(nameOf(user))} tabTitle={pages.overview} intro={overview.intro}>
      <div className="two-columns">
        <Stack gap="xl">
          {offers.tasks && <NextTasks user={user} />}
          {offers.conversations && <NewConversations user={user} />}
        </Stack>
        <Stack gap="xl">
          {offers.diary && <DiaryInvitation />}
          {offers.planning && <NextDays user={user} />}
        </Stack>
      </div>
    </Page>
  );
}

function DiaryInvitation() {
  const { pages, overview } = useWords();
  return (
    <section className="card invitation">
      <Title order={2} size="h3">
        {pages.diary}
      </Title>
      <Text mb="md">{overview.diaryIntro}</Text>
      <Button component="a" href={href('diary')}>
        {overview.toDiary}
      </Button>
    </section>
  );
}

/** The name to address a user by. A friend has one name only, and it may be missing. */
function nameOf(user: Client | Friend): string {
  return user instanceof Client ? user.data.first_name : (user.data.name ?? '');
}
