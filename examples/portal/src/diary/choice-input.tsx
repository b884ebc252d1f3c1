import { Radio } from '@mantine/core';
import { ChoiceIcon } from './choice-icon.tsx';
import classes from './diary.module.css';
import type { FieldProps } from './field-input.tsx';

/** One choice of several, each with its icon. */
export function ChoiceInput({ field, schema, label, description, value, error, required, onChange }: FieldProps) {
  return (
    <Radio.Group {...{ label, description, error, required, onChange }} value={typeof value === 'string' ? value : ''}>
      <div className={classes.choices}>
        {(field.choices ?? []).map(({ value: answer, name }) => (
          <Radio
            key={answer}
            value={answer}
            required={required}
            className={classes.option}
            aria-invalid={error !== undefined}
            label={
              <span className={classes.choice}>
                <ChoiceIcon schema={schema} field={field.name} value={answer} />
                {name}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
