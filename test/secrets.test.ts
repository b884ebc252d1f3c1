import { inspect } from 'node:util';
import type { Resource } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument, listDocument } from './support/documents.js';
import { eachKind } from './support/each-kind.js';
import { json, page, refusal, scriptedPlatform } from './support/platform.js';
import { expectNoToken, expectNothing, token } from './support/secrets.js';

const platform = scriptedPlatform();

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

  test.each(eachKind)('%s', async (_, document) => {
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
