import { Alert, Button, Text } from '@mantine/core';
import { useWords } from '../language/language.tsx';
import { signOut } from '../session/sign-out.ts';
import { explain } from './explain.ts';

interface Props {
  readonly error: unknown;
  /** Tries again, if that may help. */
  readonly retry?: () => void;
}

/** The failure and the advice, in place of the content. */
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
