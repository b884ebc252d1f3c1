import { Group, Text } from '@mantine/core';
import type { DiaryEntry, DiaryField } from 'care-platform';
import { useDates } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import { Answer } from './answer.tsx';
import classes from './diary.module.css';

interface Props {
  readonly entry: DiaryEntry;
}

/** One entry, with the schema that it was written with. Without a schema, by the names of its fields. */
export function EntryCard({ entry }: Props) {
  const { entries: words } = useWords().diaryPage;
  const { dayAndTime } = useDates();
  const { schema, data } = entry;
  const answered = (schema?.fields ?? namedFields(data)).filter(({ name }) => isAnswered(data[name]));
  return (
    <article className="card">
      <Group justify="space-between" gap="xs">
        <Text component="h3" fw={600}>
          <time dateTime={data.dt.toISOString()}>{dayAndTime(data.dt)}</time>
        </Text>
        <Text size="sm" c="dimmed">
          {schema?.title ?? words.unknownKind}
        </Text>
      </Group>
      <dl className={classes.answers}>
        {answered.map((field) => (
          <div key={field.name}>
            <dt>{field.title}</dt>
            <dd>
              <Answer field={field} value={data[field.name]} schema={schema} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function namedFields(data: DiaryEntry['data']): readonly DiaryField[] {
  const names = Object.keys(data).filter((name) => name !== 'dt' && !name.startsWith('@'));
  return names.map((name) => ({ name, title: name, type: 'text' }));
}

function isAnswered(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
