import { Alert, Button, Group, Text } from '@mantine/core';
import { useWords } from '../language/language.tsx';
import { signOut } from '../session/sign-out.ts';
import { explain } from './explain.ts';

interface Props {
  readonly error: unknown;
  /** Asks again, where that may help. */
  readonly retry?: () => void;
}

/** What went wrong and what to do, where the content would have been. */
export function FailureNotice({ error, retry }: Props) {
  const words = useWords();
  const { title, advice, remedy } = explain(error, words);
  return (
    <Alert role="alert" color="red" variant="light" title={title}>
      <Text size="sm">{advice}</Text>
      <Group mt="sm" gap="sm" className="no-empty">
        {remedy === 'retry' && retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {words.failure.retry}
          </Button>
        )}
        {remedy === 'signIn' && (
          <Button size="xs" variant="default" onClick={signOut}>
            {words.failure.signIn}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
