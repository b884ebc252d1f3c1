import { isCareError, type Problem } from 'care-platform';
import type { ReactNode } from 'react';
import { useWords } from '../language/language.tsx';

/** Problems of single fields, found by the package before anything was sent, or by the platform. */
export function problemsOf(error: unknown): readonly Problem[] {
  return isCareError(error, 'InputError') || isCareError(error, 'InvalidInputError') ? error.problems : [];
}

/** For the `error` of an input. Nothing if there is no problem. */
export function saidOf(problem: Problem | undefined): ReactNode {
  return problem && <Said message={problem.message} />;
}

/** A message of the platform, in the user's language if it is known, else unchanged. */
export function Said({ message }: { readonly message: string }) {
  const { said } = useWords().diaryPage;
  const known: Readonly<Record<string, string>> = said;
  return known[message] ?? <span lang="en">{message}</span>;
}
