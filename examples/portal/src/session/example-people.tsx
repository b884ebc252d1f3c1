import { Alert, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type ExampleInstallation, startExample } from '../example/installation.ts';
import { useWords } from '../language/language.tsx';
import type { Session } from './session.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The people of the example installation, to sign in as with one click. */
export function ExamplePeople({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const { signIn: words } = useWords();
  const [installation, setInstallation] = useState<ExampleInstallation | 'failed'>();
  const { busy, error, signIn } = useSignIn(onSignedIn, true);
  useEffect(() => {
    startExample().then(setInstallation, () => setInstallation('failed'));
  }, []);
  return (
    <section className="card" aria-labelledby="example">
      <Title order={2} size="h3" id="example">
        {words.exampleTitle}
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="md">
        {words.exampleIntro}
      </Text>
      {installation === undefined && <Text role="status">{words.exampleStarting}</Text>}
      {installation === 'failed' && <Alert color="yellow">{words.exampleFailed}</Alert>}
      <SignInFailure error={error} />
      <Stack gap="sm">
        {typeof installation === 'object' &&
          installation.people.map(({ name, kind, token, who }) => (
            <UnstyledButton
              key={who}
              className="person"
              disabled={busy}
              onClick={() => signIn({ baseUrl: installation.baseUrl, token, who })}
            >
              <strong>{words.as(name)}</strong>
              <span>{words.kinds[kind]}</span>
            </UnstyledButton>
          ))}
      </Stack>
    </section>
  );
}
