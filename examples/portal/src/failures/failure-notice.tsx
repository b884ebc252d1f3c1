import { Alert, Button, Text } from '@mantine/core';
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
  const help = { retry, signIn: signOut, none: undefined }[remedy];
  return (
    <Alert role="alert" color="red" title={title}>
      <Text size="sm">{advice}</Text>
      {remedy !== 'none' && help !== undefined && (
        <Button size="xs" variant="default" mt="sm" onClick={help}>
          {words.failure[remedy]}
        </Button>
      )}
    </Alert>
  );
}
