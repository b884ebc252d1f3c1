import { useWords } from '../language/language.tsx';
import { Page } from '../shell/page.tsx';

export function ConversationsPage() {
  const { pages } = useWords();
  return <Page title={pages.conversations}>…</Page>;
}
