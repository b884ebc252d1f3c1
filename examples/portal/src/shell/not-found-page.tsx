import { Anchor } from '@mantine/core';
import { useWords } from '../language/language.tsx';
import { Page } from './page.tsx';
import { href } from './route.ts';

export function NotFoundPage() {
  const { pages } = useWords();
  return (
    <Page title={pages.notFound}>
      <Anchor href={href()}>{pages.overview}</Anchor>
    </Page>
  );
}
