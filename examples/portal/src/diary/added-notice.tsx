import { Alert } from '@mantine/core';
import type { DiaryEntry } from 'care-platform';
import { useEffect, useRef } from 'react';
import { useWords } from '../language/language.tsx';

interface Props {
  readonly entry: DiaryEntry;
  readonly onClose: () => void;
}

/** Says that the entry was added, or existed already. It takes the focus from the form, which is gone. */
export function AddedNotice({ entry, onClose }: Props) {
  const { close, diaryPage } = useWords();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="status"
      color={entry.existed ? 'yellow' : 'teal'}
      withCloseButton
      closeButtonLabel={close}
      onClose={onClose}
    >
      {entry.existed ? diaryPage.existed : diaryPage.added}
    </Alert>
  );
}
