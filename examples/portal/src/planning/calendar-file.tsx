import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';
import { useFailureToast } from '../failures/use-failure-toast.ts';
import { useWords } from '../language/language.tsx';

/** The planning for the user's own calendar program. */
export function CalendarFile({ user }: { readonly user: Client | Friend }) {
  const { planning: words } = useWords();
  const save = useMutation({
    mutationFn: () => user.calendar(),
    onSuccess: (text) => {
      saveAs('planning.ics', new Blob([text], { type: 'text/calendar' }));
      notifications.show({ message: words.downloaded, role: 'status' });
    },
    onError: useFailureToast(),
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {words.download}
    </Button>
  );
}

function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
