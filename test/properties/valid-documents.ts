import { createSandbox } from 'care-platform/sandbox';
import { baseUrl, type Document, exportJobDocument, relationDocument } from '../support/documents.js';

/** Documents as a platform with people, diaries and tasks gives them: one of each kind, lists with paging among them. */
export async function validDocuments(): Promise<readonly Document[]> {
  const sandbox = createSandbox({ baseUrl, limits: false });
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}` };
  const found = new Map<string, Document>();
  const waiting = [baseUrl, `${baseUrl}/c/items?limit=4`, `${baseUrl}/p/items`, `${baseUrl}/changes?type=tasks`];
  const asked = new Set<string>();
  for (let url = waiting.shift(); url !== undefined && asked.size < 80; url = waiting.shift()) {
    if (asked.has(url)) continue;
    asked.add(url);
    const answer = await sandbox.fetch(url, { headers });
    const text = await answer.text();
    if (!text.startsWith('{')) continue;
    const document = JSON.parse(text) as Document;
    const documents = [document, ...listOf(document, '@items').slice(0, 6)];
    for (const one of documents) {
      const kind = `${one['@type'] ?? new URL(url).pathname.split('/').slice(-2).join('/')}`;
      if (!found.has(kind)) found.set(kind, short(one));
      if (typeof one['@url'] === 'string') waiting.push(one['@url']);
      for (const link of listOf(one, '@links')) waiting.push(String(link.url));
    }
  }
  return [...found.values(), exportJobDocument(), relationDocument('1')];
}

/** With three items at most, so that a change more often meets a part that counts. */
function short(document: Document): Document {
  const items = listOf(document, '@items');
  return items.length === 0 ? document : { ...document, '@items': items.slice(0, 3) };
}

function listOf(document: Document, name: string): Document[] {
  const listed = document[name];
  return Array.isArray(listed) ? (listed as Document[]) : [];
}
