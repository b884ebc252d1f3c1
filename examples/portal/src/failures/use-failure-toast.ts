import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useWords } from '../language/language.tsx';
import { explain } from './explain.ts';

/** Reports a failure beside the content of the page: `onError: useFailureToast()` of a mutation. */
export function useFailureToast(): (error: unknown) => void {
  const words = useWords();
  return useCallback(
    (error) => {
      const { title, advice } = explain(error, words);
      notifications.show({ title, message: advice, color: 'red', role: 'alert', autoClose: false });
    },
    [words],
  );
}
