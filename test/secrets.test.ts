import { inspect } from 'node:util';
import type { Resource } from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  type Document,
  exportJobDocument,
  labelDocument,
  linksTo,
  listDocument,
  namespace,
  relationDocument,
  taskDocument,
} from './support/documents.js';
import { json, page, refusal, scriptedPlatform } from './support/platform.js';
import { expectNoToken, expectNothing, token } from './support/secrets.js';

const platform = scriptedPlatform();

const everyLink = ['tasks.items', 'relations.items', 'diary.entries.items', 'conversations', 'tools', 'activation'];
const ofKind = (type: string, fields: Document = {}): Document => ({
  '@type': `${namespace}/${type}`,
  '@url': `${baseUrl}/x/1`,
  '@links': linksTo(Object.fromEntries(everyLink.map((name) => [name, `/x/${name}`]))),
  ...fields,
});
const reference = { '@type': `${namespace}/user-reference/client`, url: `${baseUrl}/c/1`, id: null };
const log = { datetime: '2024-07-01T10:00:00', user_id: 'u', message: 'm', extra: null };
const conversation = {
  last_activity: '2024-07-01T10:00:00',
  unread: 1,
  has_call: false,
  has_ongoing_call: false,
  has_missed_call: false,
  url: 'https://care.example/x',
};
const professional = { first_name: 'A', last_name: 'B', active: true, email: 'a@example.org', name: 'A B' };

describe('the token is in nothing that prints', () => {
  test('the application', async () => {
    for (const source of [token, () => token, async () => token]) {
      const care = await platform.connect({ token: source });
      expectNoToken(care);
      expectNoToken(care.throttle);
      expectNoToken(care.throttle.stats());
      expect(inspect(care)).toContain('Application');
    }
  });

  test.each<[string, Document]>([
    ['client', clientDocument('1')],
    ['friend', ofKind('friend', { active: true })],
    ['professional', ofKind('professional', professional)],
    ['groups', ofKind('user/groups', { groups: [] })],
    ['roles', ofKind('user/roles', { roles: [], additional_roles: [] })],
    ['label', labelDocument('1')],
    ['relation', relationDocument('1')],
    ['diary', ofKind('diary')],
    ['diary entry', ofKind('diary/schema/entry#mood:1', { dt: '2024-07-01T10:00:00' })],
    ['catalogue item', ofKind('catalogue/item', { id: '1', content_type: 'topic', lang: 'nl', title: 't' })],
    ['task', taskDocument('1')],
    ['planning', ofKind('planning')],
    ['planned event', ofKind('todo', { topic: 't', description: 'd', visible: true, eta: '2024-07-01T10:00:00' })],
    ['conversation', ofKind('conversation/api', conversation)],
    ['export job', exportJobDocument()],
    ['tasks change', ofKind('change/tasks', { url: `${baseUrl}/x`, user: reference })],
    ['conversations change', ofKind('change/conversations', { url: `${baseUrl}/x`, user: reference })],
    ['access record', ofKind('error/record', log)],
    ['API error', ofKind('error/api', { ...log, uri: '/c', code: 400, payload: null })],
    ['HL7 error', ofKind('error/hl7', { ...log, uri: '/c', code: 400, payload: null })],
    [
      'care integration error',
      ofKind('error/carelink', {
        ...log,
        was_fatal: true,
        event_id: 'e',
        event_type: 't',
        resource_link: 'r',
        patient_link: 'p',
      }),
    ],
    ['unknown kind', ofKind('guest')],
  ])('%s', async (_, document) => {
    const care = await platform.connect({ token });
    platform.on('GET', '/x/1', json(document));
    const resource = (await care.open('x/1')) as Resource;
    expectNoToken(resource);
    expectNoToken(resource.links);
    expect(inspect(resource)).toMatch(/^[A-Z]\w+ \{/);
  });

  test('collections, pages, their generators and promises', async () => {
    const care = await platform.connect({ token });
    platform.on('GET', '/c/items', json(listDocument([clientDocument('1')], { total: 1 })));
    const clients = care.clients();
    expectNoToken(clients);
    expectNoToken(clients[Symbol.asyncIterator]());
    const pages = clients.pages();
    expectNoToken(await pages.next());
    expectNoToken(pages);
    platform.on('GET', '/aux/client/id/x', refusal(404));
    const running = care.client({ id: 'x' }).catch(() => undefined);
    expectNoToken(running);
    await running;
  });

  test('downloads', async () => {
    const care = await platform.connect({ token });
    platform.on('GET', '/export/j1', json(exportJobDocument({}, { download: '/export/j1/download' })));
    platform.on('GET', '/export/j1/download', page('a,b', 200, 'text/csv'));
    const download = await (await care.exportJob(`${baseUrl}/export/j1`)).download();
    expectNoToken(download);
    const stream = download.stream();
    expectNoToken(stream);
    await stream.cancel();
    expectNoToken(download);
  });

  test('log lines', async () => {
    const lines: string[] = [];
    const care = await platform.connect({ token, validation: 'lenient', logger: { warn: (line) => lines.push(line) } });
    platform.on('GET', '/c/1', json(clientDocument('1', { active: 'Verhoeven', first_name: 999994669 })));
    await care.client({ url: `${baseUrl}/c/1` });
    expect(lines).toHaveLength(1);
    expectNothing(lines);
  });
});
