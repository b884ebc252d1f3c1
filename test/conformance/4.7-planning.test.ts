import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { asked, get, invalidQuery, linkNames, refusal, requestsOf } from './wire.js';

readingRules('4.7-planning');

rule('EPP-1', 'the sandbox offers the two links of a planning and no more', async ({ care, raw, clientId }) => {
  const client = await care.client({ id: clientId });
  expect(linkNames(await get(raw, client.links.get('planning').url))).toEqual(['ics', 'items']);
});

rule('EPP-3', 'planned events are asked for with two days, and both must be days', async (scene) => {
  const { care, raw, sandbox, clientId } = scene;
  const client = await care.client({ id: clientId });
  const url = client.links.get('planning.items').url;
  const week = { after: '2026-03-02', before: '2026-03-09' };
  const wire = await get(raw, asked(url, week));
  expect(Object.keys(wire).toSorted()).toEqual(['@items', '@links']);
  const read = await client.plannedEvents(week).toArray();
  expect(read.map((event) => event.url)).toEqual(wire['@items'].map((item) => item['@url']));
  expect(read.length).toBeGreaterThan(7);

  const missing = 'Required input is missing.';
  expect(await refusal(raw('GET', url))).toEqual(invalidQuery(['after', missing], ['before', missing]));
  const { before } = week;
  const both = invalidQuery(['after', 'Unknown value.'], ['before', missing]);
  expect(await refusal(raw('GET', asked(url, { after: '2026-03-32' })))).toEqual(both);
  for (const after of ['2026-02-30', '2026-3-2', '2026-03-02T00:00:00', 'today']) {
    const unknown = invalidQuery(['after', 'Unknown value.']);
    expect(await refusal(raw('GET', asked(url, { after, before })))).toEqual(unknown);
    expect(() => client.plannedEvents({ after, before })).toThrow('after: Not a date');
  }
  // @ts-expect-error both days are required
  expect(() => client.plannedEvents({ before })).toThrow('after: Required input is missing.');

  // A query that the link has of its own stays there.
  sandbox.settings.foreignLinks = { 'planning.items': `${url}?view=week` };
  const planned = (await client.refresh()).plannedEvents(week);
  const [request] = await requestsOf(sandbox, () => planned.toArray());
  expect(request?.split('?')[1]).toBe('view=week&after=2026-03-02&before=2026-03-09');
});

rule('EPP-4', 'each occurrence is listed by itself', async ({ care, raw, sandbox, clientId }) => {
  const client = await care.client({ id: clientId });
  sandbox.control.clearPlanning(client.url);
  const repetition = { frequency: 'daily', interval: 2, count: 3 } as const;
  sandbox.control.addPlannedEvent(client.url, { start: '2026-03-03T10:00:00', title: 'Thrice', repetition });
  sandbox.control.addPlannedEvent(client.url, { start: '2026-03-04T10:00:00', title: 'Once' });
  const expected = [
    ['Thrice', '2026-03-03T09:00:00'],
    ['Once', '2026-03-04T09:00:00'],
    ['Thrice', '2026-03-05T09:00:00'],
    ['Thrice', '2026-03-07T09:00:00'],
  ] as const;
  const month = { after: '2026-03-01', before: '2026-04-01' };
  const wire = await get(raw, asked(client.links.get('planning.items').url, month));
  expect(wire['@items'].map(({ title, eta }) => [title, eta])).toEqual(expected);
  const read = await client.plannedEvents(month).toArray();
  expect(read.map(({ data }) => [data.title, data.eta])).toEqual(
    expected.map(([title, eta]) => [title, new Date(`${eta}Z`)]),
  );
  expect(new Set(read.map((event) => event.url)).size).toBe(4);
  const part = { after: '2026-03-05', before: '2026-03-07' };
  expect((await client.plannedEvents(part).toArray()).map(({ data }) => data.eta)).toEqual([
    new Date('2026-03-05T09:00:00Z'),
  ]);
});

rule('EPP-5', 'events that repeat for ever are listed as far as they are asked for', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const url = client.links.get('planning.items').url;
  for (const year of [2027, 2066]) {
    const days = { after: `${year}-05-01`, before: `${year}-06-01` };
    const { '@items': items } = await get(scene.raw, asked(url, days));
    const evenings = items.filter((item) => item.topic === 'Mood diary');
    expect(evenings).toHaveLength(31);
    const { care, sent } = await recorded(scene.sandbox);
    const same = await care.client({ url: client.url });
    expect(await same.plannedEvents(days).toArray()).toHaveLength(items.length);
    expect(sent.at(-1)?.query).toBe(`?after=${days.after}&before=${days.before}`);
  }
});
