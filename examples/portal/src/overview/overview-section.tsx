import { Anchor, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useWords } from '../language/language.tsx';

interface Props {
  readonly title: string;
  /** The page that shows all of it. */
  readonly to: string;
  readonly children: ReactNode;
}

/** The most important of one page of the portal. */
export function OverviewSection({ title, to, children }: Props) {
  const { overview } = useWords();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h3" id={heading}>
          {title}
        </Title>
        <Anchor href={to} aria-label={overview.allOf(title)}>
          {overview.all}
        </Anchor>
      </Group>
      {children}
    </section>
  );
}
