import { Anchor } from '@mantine/core';
import { useWords } from '../language/language.tsx';
import { Page } from './page.tsx';
import { href } from './route.ts';

/** For a typed address, if the page does not exist or this user has no access to it. */
export function NoSuchPage({ path: [name = ''] }: { readonly path: readonly string[] }) {
  const { pages, failure } = useWords();
  const { title, advice } = name in pages ? failure.noAccess : { title: pages.notFound, advice: '' };
  return (
    <Page title={title} intro={advice}>
      <Anchor href={href()}>{pages.overview}</Anchor>
    </Page>
  );
}
