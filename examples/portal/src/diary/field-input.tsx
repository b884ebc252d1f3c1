import { Alert, Button, Group, NumberInput, Stack, Textarea } from '@mantine/core';
import type { DiaryField, DiarySchema, Problem } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { ChoiceInput } from './choice-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { saidOf } from './problems.tsx';
import { SliderInput } from './slider-input.tsx';

/** The properties of every kind of input. */
export interface FieldProps {
  readonly field: DiaryField;
  readonly label: string;
  readonly description: string | undefined;
  /** `undefined` if there is no value. */
  readonly value: unknown;
  /** The problem of the value, to be shown. */
  readonly error: React.ReactNode;
  readonly required: boolean;
  readonly schema: DiarySchema;
  readonly onChange: (value: unknown) => void;
}

interface Props extends Pick<FieldProps, 'field' | 'schema' | 'value' | 'onChange'> {
  readonly problem: Problem | undefined;
}

/** One field of a schema. A value that cannot be emptied otherwise can be removed. */
export function FieldInput({ field, schema, value, problem, onChange }: Props) {
  const { form: words } = useWords().diaryPage;
  const { title, description, required = false } = field;
  const Input = inputFor(field);
  const canClear = !required && (field.type === 'choice' || isSlider(field)) && value !== undefined;
  return (
    <Stack gap={4} data-problem={problem === undefined ? undefined : true}>
      <Input
        field={field}
        schema={schema}
        label={required ? title : `${title} (${words.optional})`}
        description={description}
        value={value}
        error={saidOf(problem)}
        required={required}
        onChange={onChange}
      />
      {canClear && (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={words.clearField(title)}
            onClick={() => onChange(undefined)}
          >
            {words.clear}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function inputFor(field: DiaryField): React.ComponentType<FieldProps> {
  switch (field.type) {
    case 'choice':
      return ChoiceInput;
    case 'integer':
      return isSlider(field) ? SliderInput : WholeNumberInput;
    case 'image':
      return PictureInput;
    case 'text':
      return TextField;
    default:
      return UnknownField;
  }
}

/** A slider needs two ends. */
function isSlider({ widget, min, max }: DiaryField): boolean {
  return widget === 'slider' && typeof min === 'number' && typeof max === 'number';
}

function TextField({ label, description, value, error, required, onChange }: FieldProps) {
  return (
    <Textarea
      {...{ label, description, error, required }}
      rows={3}
      resize="vertical"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A value out of range is not corrected silently: the message says what is right. */
function WholeNumberInput({ field, label, description, value, error, required, onChange }: FieldProps) {
  const { form: words } = useWords().diaryPage;
  const { min, max } = field;
  const range = typeof min === 'number' && typeof max === 'number' ? words.from(min, max) : undefined;
  return (
    <NumberInput
      {...{ label, error, required }}
      description={description ?? range}
      allowDecimal={false}
      clampBehavior="none"
      {...(typeof min === 'number' && { min })}
      {...(typeof max === 'number' && { max })}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  );
}

function UnknownField({ label, error }: FieldProps) {
  const { form: words } = useWords().diaryPage;
  return (
    <Alert color={error === undefined ? 'gray' : 'red'} title={label} tabIndex={-1}>
      {words.unknownField} {error}
    </Alert>
  );
}
