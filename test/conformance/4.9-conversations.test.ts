import type { ConversationFilter } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { asked, get, invalidQuery, linkNames, refusal, requestsOf, type WireDocument } from './wire.js';

/** The conversations of the first client, and how both sides list some of them. */
async function conversations({ care, raw, clientId }: Scene) {
  const client = await care.client({ id: clientId });
  const url = client.links.get('conversations').url;
  const subjects = async (relevant?: ConversationFilter) => {
    const query = { limit: '50', ...(relevant !== undefined && { relevant }) };
    const { '@items': items } = await get(raw, asked(url, query));
    const read = await client.conversations(relevant === undefined ? {} : { relevant }).toArray();
    expect(read.map(({ data }) => data.subject)).toEqual(items.map((item) => item.subject));
    return items.map((item) => item.subject);
  };
  return { client, url, subjects };
}

rule('EPV-1', 'conversations come in batches, and only to those who say how many', async (scene) => {
  const { client, url } = await conversations(scene);
  const all = await get(scene.raw, asked(url, { limit: '50' }));
  expect(Object.keys(all).toSorted()).toEqual(['@items', '@links', '@paging']);
  const some = await get(scene.raw, asked(url, { limit: '2', start: '1' }));
  expect(some['@items']).toEqual(all['@items'].slice(1, 3));
  expect(some['@paging']).toEqual({ found: 2, limit: 2, start: 1, total: null });
  const missing = invalidQuery(['limit', 'Required input is missing.']);
  expect(await refusal(scene.raw('GET', url))).toEqual(missing);
  expect(await refusal(scene.raw('GET', asked(url, { start: '1' })))).toEqual(missing);

  // The client always says how many, told or not.
  const requests = await requestsOf(scene.sandbox, async () => {
    await client.conversations().pages().next();
    await client.conversations({ limit: 2, start: 1, relevant: 'all' }).toArray({ max: 2 });
    await client.conversations().first();
  });
  expect(requests.map((request) => request.split('?')[1])).toEqual([
    'start=0&limit=100',
    'relevant=all&start=1&limit=2',
    'start=0&limit=1',
  ]);
  const read = await client.conversations({ limit: 2 }).toArray();
  expect(read.map((one) => one.toJSON())).toEqual(all['@items']);
});

rule('EPV-2', 'a user without access to conversations has no link to them, and no request is sent', async (scene) => {
  const { client, url } = await conversations(scene);
  expect(linkNames(await get(scene.raw, client.url))).toContain('conversations');
  scene.sandbox.control.setFeatures(client.url, { conversations: false });
  expect(linkNames(await get(scene.raw, client.url))).not.toContain('conversations');
  expect((await scene.raw('GET', asked(url, { limit: '1' }))).status).toBe(404);
  await expect(client.conversations().first()).rejects.toMatchObject({ name: 'NotFoundError' });
  const without = await client.refresh();
  const requests = await requestsOf(scene.sandbox, async () => {
    const missing = { name: 'LinkNotFoundError', wanted: 'conversations' };
    await expect(without.conversations().first()).rejects.toMatchObject(missing);
  });
  expect(requests).toEqual([]);
});

for (const [id, relevant, sentence, expected] of [
  ['EPV-3', 'ongoing call', 'conversations can be limited to those with a running call', ['Session now']],
  ['EPV-4', 'missed call', 'conversations can be limited to those with a call that was missed', ['Video appointment']],
  [
    'EPV-5',
    'unread messages',
    'conversations can be limited to those with something to read',
    ['Homework of this week', 'After the session'],
  ],
] as const) {
  rule(id, sentence, async (scene) => {
    const { client, subjects } = await conversations(scene);
    expect(await subjects(relevant)).toEqual(expected);
    const key = scene.sandbox.control.addConversation(client.url, { subject: 'New' });
    expect(await subjects(relevant)).toEqual(expected);
    const { startCall, endCall, missCall, newMessage } = scene.sandbox.control;
    ({ 'ongoing call': startCall, 'missed call': missCall, 'unread messages': newMessage })[relevant](key);
    expect(await subjects(relevant)).toEqual([...expected, 'New']);
    if (relevant !== 'ongoing call') return;
    endCall(key);
    expect(await subjects(relevant)).toEqual(expected);
  });
}

rule('EPV-6', 'asking for all gives those with any of the three, and no others', async (scene) => {
  const { subjects, url } = await conversations(scene);
  expect(await subjects('all')).toEqual([
    'Homework of this week',
    'Video appointment',
    'Session now',
    'After the session',
  ]);
  const unknown = invalidQuery(['relevant', 'Unknown value.']);
  expect(await refusal(scene.raw('GET', asked(url, { limit: '9', relevant: 'any' })))).toEqual(unknown);
  const { client } = await conversations(scene);
  // @ts-expect-error no such choice
  expect(() => client.conversations({ relevant: 'any' })).toThrow('relevant: Unknown value.');
});

rule('EPV-7', 'a request without a filter gives every conversation', async (scene) => {
  const { subjects, url } = await conversations(scene);
  const every = await subjects();
  expect(every).toHaveLength(6);
  const quiet = (item: WireDocument) => !item.has_ongoing_call && !item.has_missed_call && item.unread === 0;
  const { '@items': items } = await get(scene.raw, asked(url, { limit: '50' }));
  expect(items.filter(quiet).map((item) => item.subject)).toEqual(['Welcome', null]);
  const some = await subjects('all');
  expect(every.filter((subject) => !some.includes(subject))).toEqual(['Welcome', null]);
});
