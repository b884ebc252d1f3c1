import { Alert } from '@mantine/core';
import { isCareError } from 'care-platform';
import { explain } from '../failures/explain.ts';
import { useWords } from '../language/language.tsx';

export function SignInFailure({ error }: { readonly error: unknown }) {
  const words = useWords();
  if (error === undefined) return null;
  const wrongToken = isCareError(error, 'UnauthorizedError');
  const { title, advice } = wrongToken ? words.signIn.wrongToken : explain(error, words);
  return (
    <Alert role="alert" color="red" title={title} mb="md">
      {advice}
    </Alert>
  );
}
