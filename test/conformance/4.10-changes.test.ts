import { ConversationsChange, TasksChange } from 'care-platform';
import { expect } from 'vitest';
import { rule } from './rule.js';
import { get, invalidQuery, json, linkNames, refusal, requestsOf } from './wire.js';

rule('EPH-1', 'changes are asked for with a type and a time, and both must be right', async (scene) => {
  const { care, raw, sandbox, clientId } = scene;
  const client = await care.client({ id: clientId });
  sandbox.control.assignTask(client.url);
  sandbox.control.addConversation(client.url);
  const since = new Date('2026-03-02T08:59:59.999Z');
  for (const [type, kind, url] of [
    ['tasks', TasksChange, client.links.get('tasks.items').url],
    ['conversations', ConversationsChange, client.links.get('conversations').url],
  ] as const) {
    const wire = await get(raw, `/changes?type=${type}&since=2026-03-02T08:59:59`);
    expect(Object.keys(wire).toSorted()).toEqual(['@items', '@links']);
    expect(wire['@items'].map((item) => item.url)).toEqual([url]);
    const requests = await requestsOf(sandbox, async () => {
      const [change, ...others] = await care.changes({ type, since }).toArray();
      expect(change).toBeInstanceOf(kind);
      expect([change?.data.url, others]).toEqual([url, []]);
    });
    expect(requests).toEqual([`GET /changes?type=${type}&since=2026-03-02T08%3A59%3A59`]);
  }

  const missing = 'Required input is missing.';
  expect(await refusal(raw('GET', '/changes'))).toEqual(invalidQuery(['type', missing], ['since', missing]));
  const unknown = invalidQuery(['type', 'Unknown value.'], ['since', 'Unknown value.']);
  expect(await refusal(raw('GET', '/changes?type=labels&since=yesterday'))).toEqual(unknown);
  const both = invalidQuery(['type', 'Unknown value.'], ['since', missing]);
  expect(await refusal(raw('GET', '/changes?type=labels'))).toEqual(both);
  // @ts-expect-error a time is required
  expect(() => care.changes({ type: 'tasks' })).toThrow('since: Required input is missing.');
  // @ts-expect-error no such type
  expect(() => care.changes({ type: 'labels', since })).toThrow('type: Unknown value.');
});

rule(
  'EPH-2',
  'the application leads to the changes, wherever they are',
  async ({ care, raw, sandbox, clientId }) => {
    const root = await json(raw('GET', care.url));
    expect(linkNames(root)).toContain('changes');
    const { url } = await care.client({ id: clientId });
    sandbox.control.assignTask(url);
    const requests = await requestsOf(sandbox, async () => {
      expect(await care.changes({ type: 'tasks', since: new Date('2026-03-02T08:00:00Z') }).toArray()).toHaveLength(1);
    });
    expect(requests).toEqual(['GET /news?type=tasks&since=2026-03-02T08%3A00%3A00']);
    expect((await raw('GET', '/changes?type=tasks&since=2026-03-02T08:00:00')).status).toBe(404);
  },
  { paths: { changes: 'news' } },
);

rule('EPH-3', 'changes come in one response, and cannot be cut into batches', async ({ care, raw, sandbox }) => {
  const clients = sandbox.control.users('client');
  for (const { key } of clients) sandbox.control.assignTask(key);
  const since = '2026-03-02T08:59:59';
  const all = await get(raw, `/changes?type=tasks&since=${since}`);
  expect(all['@items']).toHaveLength(clients.length);
  expect(all).not.toHaveProperty('@paging');
  expect(await get(raw, `/changes?type=tasks&since=${since}&start=3&limit=2`)).toEqual(all);
  expect(await get(raw, `/changes?type=tasks&since=${since}Z&start=x&limit=1`)).toEqual(all);
  const query = { type: 'tasks', since: new Date(`${since}Z`) } as const;
  const requests = await requestsOf(sandbox, async () => {
    expect(await care.changes(query).toArray()).toHaveLength(clients.length);
  });
  expect(requests).toHaveLength(1);
  // @ts-expect-error there are no batches
  expect(() => care.changes({ ...query, limit: 2 })).toThrow('limit: Unknown attribute');
});
