import { useWords } from '../language/language.tsx';
import { Page } from '../shell/page.tsx';

export function PlanningPage() {
  const { pages } = useWords();
  return <Page title={pages.planning}>…</Page>;
}
