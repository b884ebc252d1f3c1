import { isCareError, type Problem } from 'care-platform';
import type { ReactNode } from 'react';
import { useWords } from '../language/language.tsx';

/** What is wrong with single fields: found by the package before anything was sent, or told by the platform. */
export function problemsOf(error: unknown): readonly Problem[] {
  return isCareError(error, 'InputError') || isCareError(error, 'InvalidInputError') ? error.problems : [];
}

/** For the `error` of an input: nothing where nothing is wrong. */
export function saidOf(problem: Problem | undefined): ReactNode {
  return problem && <Said message={problem.message} />;
}

/** A message of the platform: in the user's language where we know it, else as it is. */
export function Said({ message }: { readonly message: string }) {
  const { said } = useWords().diaryPage;
  const known: Readonly<Record<string, string>> = said;
  return known[message] ?? <span lang="en">{message}</span>;
}
