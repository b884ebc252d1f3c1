import { Anchor } from '@mantine/core';
import { useWords } from '../language/language.tsx';
import { Page } from './page.tsx';
import { href } from './route.ts';

/** For an address that was typed: of a page that there is not, or not for this user. */
export function NoSuchPage({ path: [name = ''] }: { readonly path: readonly string[] }) {
  const { pages, failure } = useWords();
  const { title, advice } = name in pages ? failure.noAccess : { title: pages.notFound, advice: '' };
  return (
    <Page title={title} intro={advice}>
      <Anchor href={href()}>{pages.overview}</Anchor>
    </Page>
  );
}
