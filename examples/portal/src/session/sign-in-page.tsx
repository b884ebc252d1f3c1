import { Alert, Container, Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWords } from '../language/language.tsx';
import { PreferenceSwitches } from '../shell/preference-switches.tsx';
import { currentPath, go, href } from '../shell/route.ts';
import { ExamplePeople } from './example-people.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import type { Session } from './session.ts';
import { howItEnded } from './sign-out.ts';

interface Props {
  readonly onSignedIn: (session: Session) => void;
}

export function SignInPage({ onSignedIn }: Props) {
  const { signIn, portal } = useWords();
  const [ended] = useState(howItEnded);
  useEffect(() => {
    document.title = `${signIn.title} · ${portal}`;
  }, [signIn.title, portal]);
  const enter = (session: Session) => {
    if (currentPath()[0] === 'signed-out') go(href());
    onSignedIn(session);
  };
  return (
    <Container size="md" component="main" py="xl">
      <Group justify="flex-end" gap="xs">
        <PreferenceSwitches />
      </Group>
      <Title order={1} className="page-title" mt="md">
        {portal}
      </Title>
      <Text c="dimmed" size="lg" mb="lg">
        {signIn.intro}
      </Text>
      {ended !== undefined && (
        <Alert role="status" mb="lg">
          {signIn[ended]}
        </Alert>
      )}
      <div className="two-columns">
        {import.meta.env.CARE_BASE_URL === '' && <ExamplePeople onSignedIn={enter} />}
        <OwnAccountForm onSignedIn={enter} />
      </div>
    </Container>
  );
}
