import { Input } from '@mantine/core';
import { useId } from 'react';
import { useWords } from '../language/language.tsx';
import classes from './diary.module.css';
import type { FieldProps } from './field-input.tsx';

/** A number between two ends. It starts at one end, and has no value until it is touched. */
export function SliderInput({ field, label, description, value, error, required, onChange }: FieldProps) {
  const { form: words } = useWords().diaryPage;
  const id = useId();
  const { min = 0, max = 0 } = field;
  const answer = typeof value === 'number' ? value : undefined;
  const described = [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`];
  const answered = (input: HTMLInputElement) => onChange(input.valueAsNumber);
  return (
    <Input.Wrapper {...{ id, label, description, error, required }}>
      <div className={classes.slider}>
        <span aria-hidden="true">{min}</span>
        <input
          type="range"
          {...{ id, min, max }}
          step={1}
          value={answer ?? min}
          data-answered={answer !== undefined}
          aria-valuetext={answer === undefined ? words.noAnswer : String(answer)}
          aria-invalid={error !== undefined}
          aria-describedby={described.filter(Boolean).join(' ')}
          onChange={({ currentTarget }) => answered(currentTarget)}
          // A touch at the current position changes nothing, but still sets the value.
          onClick={({ currentTarget }) => answered(currentTarget)}
        />
        <span aria-hidden="true">{max}</span>
        <output htmlFor={id} className={classes.answer}>
          {answer ?? '–'}
        </output>
      </div>
    </Input.Wrapper>
  );
}
