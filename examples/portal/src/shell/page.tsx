import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../language/language.tsx';

interface Props {
  /** The one heading of the first level, and the name of the tab. */
  readonly title: string;
  /** The name of the tab if the heading names a person: others can see a tab and its history. */
  readonly tabTitle?: string;
  readonly intro?: string;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the portal. Its heading gets the focus, so that a screen reader announces the page. */
export function Page({ title, tabTitle = title, intro, actions, children }: Props) {
  const { portal } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${tabTitle} · ${portal}`;
  }, [tabTitle, portal]);
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
        <div>
          <Title order={1} ref={heading} tabIndex={-1} className="page-title">
            {title}
          </Title>
          {intro !== undefined && (
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </>
  );
}
