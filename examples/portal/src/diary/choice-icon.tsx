import type { DiarySchema } from 'care-platform';
import classes from './diary.module.css';
import { StoredImage } from './stored-image.tsx';

interface Props {
  readonly schema: DiarySchema;
  readonly field: string;
  readonly value: unknown;
}

/** The icon of a choice, beside its name. Nothing if the schema has none for it. */
export function ChoiceIcon({ schema, field, value }: Props) {
  const choices = schema.fields.find(({ name }) => name === field)?.choices;
  const choice = choices?.find((one) => one.value === value);
  const icon = choice && schema.icon(choice);
  return icon === undefined ? null : <StoredImage file={icon} alt="" className={classes.icon} />;
}
