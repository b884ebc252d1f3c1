import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { baseUrl, type Document } from '../support/documents.js';

/** One response of each kind that a platform with people, diaries and tasks gives, lists with at most three items. */
export async function validDocuments(): Promise<ReadonlyMap<string, Document>> {
  const sandbox = createSandbox({ baseUrl, limits: false });
  const path = (kind: 'client' | 'friend' | 'professional') => sandbox.control.users(kind)[0]?.path ?? '';
  const client = path('client');
  sandbox.control.assignTask(client);
  sandbox.control.newMessage(sandbox.control.addConversation(client));
  sandbox.control.addApiError({ userId: 'u' });
  const content = await documentAt(sandbox, '/catalogue/items?limit=3');
  const job = await documentAt(sandbox, '/export', { name: 'client', output_format: 'csv' });
  const found = new Map([
    ['catalogue', content],
    ['export job', job],
    ['tool', await documentAt(sandbox, `${client}/tools`, { id: itemsOf(content)[0]?.id })],
  ]);
  const paths: Record<string, string> = {
    application: '',
    client,
    clients: '/c/items?limit=3',
    friend: path('friend'),
    professional: path('professional'),
    professionals: '/p/items',
    groups: `${path('professional')}/groups`,
    roles: `${path('professional')}/roles`,
    labels: '/configuration/labels/items',
    relations: `${client}/relations/items`,
    diary: `${client}/diary`,
    'diary configuration': `${client}/diary/configuration`,
    'diary entries': `${client}/diary/entries/items?limit=3`,
    tasks: `${client}/tasks/items`,
    planning: `${client}/planning`,
    'planned events': `${client}/planning/items?after=2026-03-01&before=2026-03-09`,
    conversations: `${client}/conversations?start=0&limit=3`,
    'export jobs': '/export/items?limit=3',
    'tasks changes': '/changes?type=tasks&since=2026-03-02T08:00:00',
    'conversations changes': '/changes?type=conversations&since=2026-03-02T08:00:00',
    'API errors': '/configuration/apiusers/errorlog/items',
    'care integration errors': '/configuration/carelink/errorlog/items',
    'HL7 errors': '/configuration/hl7/errorlog/items',
    'access log': '/configuration/clientaccess/accesslog/items',
  };
  for (const [kind, path] of Object.entries(paths)) found.set(kind, await documentAt(sandbox, path));
  for (const kind of ['label', 'diary entry', 'task', 'relation']) {
    const [item] = itemsOf(found.get({ 'diary entry': 'diary entries' }[kind] ?? `${kind}s`));
    if (item === undefined) throw new Error(`The sandbox has no ${kind}.`);
    found.set(kind, item);
  }
  return found;
}

/** A list has three items at most, and reports that length: a change more often meets a part that counts. */
async function documentAt(sandbox: Sandbox, path: string, body?: Document): Promise<Document> {
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await sandbox.fetch(`${baseUrl}${path}`, { headers, ...sent });
  if (!response.ok) throw new Error(`The sandbox responds to ${path} with ${response.status}.`);
  const document = (await response.json()) as Document;
  const items = itemsOf(document).slice(0, 3);
  const { '@paging': paging } = document;
  const whole = paging === undefined ? {} : { '@paging': { ...paging, found: items.length, total: items.length } };
  return items.length === 0 ? document : { ...document, ...whole, '@items': items };
}

function itemsOf(document: Document | undefined): Document[] {
  const listed = document?.['@items'];
  return Array.isArray(listed) ? (listed as Document[]) : [];
}
