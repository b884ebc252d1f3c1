import { FileInput } from '@mantine/core';
import { useObjectUrl } from '../files/object-url.ts';
import { useWords } from '../language/language.tsx';
import classes from './diary.module.css';
import type { FieldProps } from './field-input.tsx';

/** A picture from the device. It leaves the device when the entry is saved, not before. */
export function PictureInput({ label, description, value, error, required, onChange }: FieldProps) {
  const { form: words } = useWords().diaryPage;
  const file = value instanceof File ? value : undefined;
  const preview = useObjectUrl(file);
  return (
    <>
      <FileInput
        {...{ label, description, error, required }}
        accept="image/*"
        placeholder={words.choosePicture}
        value={file ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
      />
      {preview !== null && <img src={preview} alt={words.chosenPicture} className={classes.picture} />}
    </>
  );
}
