import type { DiaryField, DiarySchema, FileReference } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { ChoiceIcon } from './choice-icon.tsx';
import classes from './diary.module.css';
import { StoredImage } from './stored-image.tsx';

interface Props {
  readonly field: DiaryField;
  readonly value: unknown;
  readonly schema: DiarySchema | undefined;
}

/** The value of one field. Values of a later release are shown if they are plain. */
export function Answer({ field, value, schema }: Props) {
  const { picture } = useWords().diaryPage.entries;
  if (isFileReference(value))
    return <StoredImage file={value} alt={picture(field.title)} className={classes.picture} />;
  const choice = field.choices?.find((one) => one.value === value);
  if (choice === undefined) return <span className={classes.text}>{plainText(value)}</span>;
  return (
    <span className={classes.choice}>
      {schema !== undefined && <ChoiceIcon schema={schema} field={field.name} value={value} />}
      {choice.name}
    </span>
  );
}

function isFileReference(value: unknown): value is FileReference {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? '…' : String(value);
}
