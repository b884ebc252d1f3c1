import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, type Reply } from './api.js';

/** A document with one line for each of its attributes and items. */
function shown(sandbox: Sandbox, { status, text, headers }: Reply): string {
  const short = text.replaceAll(sandbox.baseUrl, '').replaceAll(/"data":"[^"]{60,}"/g, '"data":"…"');
  if (!headers.get('Content-Type')?.startsWith('application/json')) {
    const isText = /^text\//.test(headers.get('Content-Type') ?? '');
    return `${status} ${headers.get('Content-Type')}\n${isText ? short.replaceAll('\r', '') : `(${text.length})`}`;
  }
  const lines = Object.entries(JSON.parse(short) as object).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [`  ${name}:`, ...value.map((item) => `    ${JSON.stringify(withoutLinks(item))}`)]
      : [`  ${name}: ${JSON.stringify(value)}`],
  );
  return `${status}\n${lines.join('\n')}`;
}

/** The links of items are those of their own documents. */
function withoutLinks(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? { ...item, '@links': undefined } : item;
}

async function documents(sandbox: Sandbox, paths: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const path of paths) {
    const reply = await ask(sandbox, 'GET', path);
    parts.push(`${path.replace(sandbox.baseUrl, '')}: ${shown(sandbox, reply)}\n`);
  }
  return parts.join('\n');
}

/** The user's own document, and all that it links to. */
async function withLinks(sandbox: Sandbox, path: string): Promise<string[]> {
  const { body } = await ask(sandbox, 'GET', path);
  const links = body['@links'].map(({ url }) => url).filter((url) => !url.includes('{'));
  const queries = { conversations: '?limit=10', 'planning/items': '?after=2026-03-01&before=2026-03-08' };
  const query = (url: string) => Object.entries(queries).find(([end]) => url.endsWith(`/${end}`))?.[1] ?? '';
  return [path, ...links.map((url) => `${url}${query(url)}`)];
}

test('the documents of the seed read as in seeded-documents.txt', async () => {
  const sandbox = createSandbox({ limits: false, clients: 26, clock: { frozen: true } });
  const { control } = sandbox;
  const [friend] = control.users('friend');
  const clients = control.users('client').slice(0, 2);
  const people = [...clients, friend, ...control.users('professional').slice(0, 1)];
  const ofPeople = await Promise.all(people.map((user) => withLinks(sandbox, user?.path ?? '')));
  const logs = ['carelink/errorlog', 'hl7/errorlog', 'clientaccess/accesslog'].map(
    (name) => `/configuration/${name}/items`,
  );
  const lists = ['/', '/c/items?limit=100', '/p/items', '/configuration/labels/items', '/catalogue/items?limit=100'];
  const text = await documents(sandbox, [...lists, ...ofPeople.flat(), ...logs, '/export/items']);
  await expect(text).toMatchFileSnapshot('seeded-documents.txt');
});
