import { Alert, List } from '@mantine/core';
import type { DiarySchema, Problem } from 'care-platform';
import { FailureNotice } from '../failures/failure-notice.tsx';
import { useWords } from '../language/language.tsx';
import { problemsOf, Said } from './problems.tsx';

interface Props {
  readonly error: unknown;
  /** The problems that are not corrected yet. */
  readonly problems: readonly Problem[];
  readonly schema: DiarySchema;
  readonly retry: () => void;
}

/** The failure of the whole form. The fields show their own problems. */
export function FormFailure({ error, problems, schema, retry }: Props) {
  const { form: words } = useWords().diaryPage;
  if (error === null || (problems.length === 0 && problemsOf(error).length > 0)) return null;
  if (problems.length === 0) {
    return (
      <div tabIndex={-1} data-failure>
        <FailureNotice error={error} retry={retry} />
      </div>
    );
  }
  const names = ['dt', ...schema.fields.map(({ name }) => name)];
  const others = problems.filter(({ name }) => !names.includes(name) && name !== '@type');
  return (
    <Alert role="alert" color="red" tabIndex={-1} data-failure>
      {problems.some(({ name }) => name === '@type') ? words.changedForm : words.problems(problems.length)}
      {others.length > 0 && (
        <>
          {` ${words.elsewhere}`}
          <List size="sm">
            {others.map(({ name, message }) => (
              <List.Item key={name}>
                {`${name}: `}
                <Said message={message} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
