import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { isCareError } from 'care-platform';
import { type FormEvent, useState } from 'react';
import { useWords } from '../language/language.tsx';
import type { Credentials, Session } from './session.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import { useSignIn } from './use-sign-in.ts';

type Field = keyof Credentials;

/** Signing in at a real installation. */
export function OwnAccountForm({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const { signIn: words } = useWords();
  const [values, setValues] = useState<Credentials>({ baseUrl: import.meta.env.CARE_BASE_URL, token: '', who: '' });
  const [checked, setChecked] = useState(false);
  const { busy, error, signIn } = useSignIn(onSignedIn, false);
  const doubtful = doubtfulField(error);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const empty = fields.find((field) => values[field].trim() === '');
    if (empty === undefined)
      void signIn({ baseUrl: values.baseUrl.trim(), token: values.token.trim(), who: values.who.trim() });
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
  };
  const field = (name: Field) => ({
    name,
    label: words[name],
    description: words[`${name}Hint`],
    value: values[name],
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((others) => ({ ...others, [name]: value }));
    },
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    error: checked && values[name].trim() === '' ? words.required : doubtful === name,
  });
  return (
    <section className="card" aria-labelledby="own-account">
      <Title order={2} size="h3" id="own-account" mb="md">
        {words.realTitle}
      </Title>
      <SignInFailure error={error} />
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput {...field('baseUrl')} inputMode="url" />
          {/* Mantine marks every input that has an error but this one. */}
          <PasswordInput {...field('token')} aria-invalid={field('token').error !== false} />
          <TextInput {...field('who')} />
          <Button type="submit" loading={busy}>
            {words.submit}
          </Button>
          <Text c="dimmed" size="sm">
            {words.privacy}
          </Text>
        </Stack>
      </form>
    </section>
  );
}

const fields: readonly Field[] = ['baseUrl', 'token', 'who'];

/** The field that the error is about, if known. */
function doubtfulField(error: unknown): Field | undefined {
  if (isCareError(error, 'UnauthorizedError')) return 'token';
  if (isCareError(error, 'NotFoundError') || isCareError(error, 'ForeignLinkError')) return 'who';
  return isCareError(error, 'InputError')
    ? fields.find((field) => error.problems.some(({ name }) => name === field))
    : undefined;
}
