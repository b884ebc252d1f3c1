import { useWords } from '../language/language.tsx';
import { Page } from '../shell/page.tsx';

export function OverviewPage() {
  const { pages } = useWords();
  return <Page title={pages.overview}>…</Page>;
}
