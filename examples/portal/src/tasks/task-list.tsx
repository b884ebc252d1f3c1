import { Text, Title } from '@mantine/core';
import type { Plain, Task } from 'care-platform';
import { useDates } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import { NewTabLink } from '../shell/new-tab-link.tsx';

interface Props {
  readonly tasks: readonly Plain<Task>[];
  /** Level of the headings. */
  readonly order: 2 | 3;
}

export function TaskList({ tasks, order }: Props) {
  const { tasks: words } = useWords();
  const dates = useDates();
  return (
    <ul className="plain-list">
      {tasks.map(({ url, data, createdAt }) => {
        const title = data.title ?? words.untitled;
        return (
          <li key={url} className="card row">
            <div>
              <Title order={order} size="h4">
                {title}
              </Title>
              {data.message !== null && <Text className="own-lines">{data.message}</Text>}
              {createdAt !== null && (
                <Text c="dimmed" size="sm">
                  {words.since(dates.ago(new Date(createdAt)))}
                </Text>
              )}
            </div>
            {data.url !== null && (
              <NewTabLink address={data.url} about={title}>
                {words.open}
              </NewTabLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
