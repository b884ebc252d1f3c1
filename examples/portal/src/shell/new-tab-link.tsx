import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../language/language.tsx';
import { NewTabIcon } from './icons.tsx';

interface Props extends ButtonProps {
  /** In the platform's web application: from `url` of a task or a conversation. */
  readonly address: string;
  /** What it opens, for users of screen readers. */
  readonly about: string;
  readonly children: ReactNode;
}

/** Leads out of the portal, without a `Referer`. */
export function NewTabLink({ address, about, children, ...looks }: Props) {
  const { newTab } = useWords();
  if (!/^https?:/i.test(address)) return null;
  return (
    <Button
      component="a"
      href={address}
      target="_blank"
      rel="noreferrer"
      variant="light"
      rightSection={<NewTabIcon />}
      {...looks}
    >
      {children}
      <span className="for-screen-reader">{`: ${about} (${newTab})`}</span>
    </Button>
  );
}
