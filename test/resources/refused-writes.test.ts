import { describe, expect, test } from 'vitest';
import { clientDocument, labelDocument, linksTo, listDocument } from '../support/documents.js';
import { empty, json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const sent = () => platform.seen.map(({ method, url }) => `${method} ${url.pathname.replace('/api/2', '')}`);

describe('ensureLabel', () => {
  const labels = '/configuration/labels/items';
  const read = `GET ${labels}`;

  test('reads the labels back after a refusal: another process may have created it meanwhile', async () => {
    const care = await platform.connect();
    platform.on('GET', labels, json(listDocument([])), json(listDocument([labelDocument('7', { label: 'New' })])));
    platform.on('POST', '/configuration/labels', refusal(400));
    expect((await care.ensureLabel('New')).data.identifier).toBe('7');
    expect(sent()).toEqual([read, 'POST /configuration/labels', read]);
  });

  test('does not read them back if the token has no right to create labels', async () => {
    const care = await platform.connect();
    platform.on('GET', labels, json(listDocument([])));
    platform.on('POST', '/configuration/labels', refusal(403));
    await expect(care.ensureLabel('New')).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(sent()).toEqual([read, 'POST /configuration/labels']);
  });
});

describe('a merge', () => {
  test('is sent to the link of the client, and to its own URL if it has no such link', async () => {
    const care = await platform.connect();
    const withLink = { ...clientDocument('1'), '@links': linksTo({ merge: '/somewhere/merge' }) };
    platform.on('GET', '/c/1', json(withLink));
    platform.on('GET', '/c/2', json({ ...clientDocument('2'), '@links': [] }));
    platform.on('POST', '/somewhere/merge', empty());
    platform.on('POST', '/c/2/merge', empty());
    for (const id of ['1', '2']) {
      const client = await care.client({ url: `${care.url}/c/${id}` });
      await client.mergeIn({ id: 'EHR-9' });
    }
    expect(sent().filter((request) => request.startsWith('POST'))).toEqual([
      'POST /somewhere/merge',
      'POST /c/2/merge',
    ]);
  });
});
