import { Button, Fieldset, Group, SegmentedControl, Stack, TextInput, Title } from '@mantine/core';
import type { Client, DiaryEntry, DiarySchema } from 'care-platform';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../language/language.tsx';
import { href } from '../shell/route.ts';
import { useAddEntry } from './diary-queries.ts';
import { entryOf, newDraft } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import { FormFailure } from './form-failure.tsx';
import { problemsOf, saidOf } from './problems.tsx';

interface Props {
  readonly client: Client;
  /** At least one. */
  readonly schemas: readonly [DiarySchema, ...DiarySchema[]];
  readonly onAdded: (entry: DiaryEntry) => void;
}

/** A form made of the schema's fields. Problems from the package or the platform are shown beside their field. */
export function EntryForm({ client, schemas, onAdded }: Props) {
  const { form: words } = useWords().diaryPage;
  const heading = useId();
  const [chosen, setChosen] = useState(schemas[0]);
  const schema = successorOf(chosen, schemas);
  const [draft, setDraft] = useState(() => newDraft(schema));
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const { mutate, isPending, error, reset } = useAddEntry(client);
  const form = useFocusOnFailure(error);

  const problems = problemsOf(error).filter(({ name }) => !corrected.includes(name));
  const problemWith = (name: string) => problems.find((problem) => problem.name === name);
  const choose = (schema: DiarySchema) => {
    setChosen(schema);
    setDraft(newDraft(schema));
    reset();
  };
  const send = (event?: SubmitEvent) => {
    event?.preventDefault();
    setCorrected([]);
    mutate({ schema, values: entryOf(draft, schema) }, { onSuccess: onAdded });
  };

  return (
    <form ref={form} onSubmit={send} noValidate aria-labelledby={heading}>
      <Fieldset disabled={isPending} variant="unstyled">
        <Stack gap="lg">
          <Title order={2} size="h3" id={heading} tabIndex={-1} data-focus-first>
            {words.heading}
          </Title>
          <FormFailure error={error} problems={problems} schema={schema} retry={() => send()} />
          {schemas.length > 1 && (
            <SegmentedControl
              aria-label={words.kind}
              disabled={isPending}
              data={schemas.map(({ title, '@id': value }) => ({ value, label: title }))}
              value={schema['@id']}
              onChange={(id) => choose(schemas.find((one) => one['@id'] === id) ?? schema)}
            />
          )}
          <TextInput
            type="datetime-local"
            label={words.when}
            required
            value={draft.when}
            error={saidOf(problemWith('dt'))}
            onChange={({ currentTarget }) => {
              setDraft({ ...draft, when: currentTarget.value });
              setCorrected([...corrected, 'dt']);
            }}
          />
          {schema.fields.map((field) => (
            <FieldInput
              key={`${schema['@id']} ${field.name}`}
              field={field}
              schema={schema}
              value={draft.values[field.name]}
              problem={problemWith(field.name)}
              onChange={(value) => {
                setDraft(({ when, values }) => ({ when, values: { ...values, [field.name]: value } }));
                setCorrected([...corrected, field.name]);
              }}
            />
          ))}
          <Group>
            <Button type="submit" loading={isPending}>
              {isPending ? words.saving : words.save}
            </Button>
            <Button variant="subtle" component="a" href={href('diary')}>
              {words.back}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}

/** The same schema, or the one that a professional has replaced it with. */
function successorOf(chosen: DiarySchema, [first, ...others]: Props['schemas']): DiarySchema {
  const schemas = [first, ...others];
  const same = schemas.find((schema) => schema['@id'] === chosen['@id']);
  return same ?? schemas.find(({ title }) => title === chosen.title) ?? first;
}

/** At first the form's heading has the focus. After a failure the first wrong field has it, or the message for the form. */
function useFocusOnFailure(error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = '[data-problem] :is(input, textarea, button), input[aria-invalid="true"]';
    const places = error === null ? ['[data-focus-first]'] : [wrong, '[data-failure]'];
    const found = places.map((place) => form.current?.querySelector<HTMLElement>(place));
    found.find((element) => element != null)?.focus();
  }, [error]);
  return form;
}
