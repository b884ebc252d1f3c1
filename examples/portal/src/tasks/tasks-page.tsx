import { useWords } from '../language/language.tsx';
import { Page } from '../shell/page.tsx';

export function TasksPage() {
  const { pages } = useWords();
  return <Page title={pages.tasks}>…</Page>;
}
