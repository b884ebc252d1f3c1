import { PlannedEvent } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule, type Scene } from './rule.js';
import { asked, get } from './wire.js';

/** The first client's events of these days, read and as written. */
async function planned({ care, raw, clientId }: Scene, after = '2026-03-01', before = '2026-03-08') {
  const client = await care.client({ id: clientId });
  const read = await client.plannedEvents({ after, before }).toArray();
  const { '@items': wire } = await get(raw, asked(client.links.get('planning.items').url, { after, before }));
  expect(read.map((event) => event.url)).toEqual(wire.map((item) => item['@url']));
  return { read, wire };
}

rule('PLN-1', 'a planned event has the type of a todo', async (scene) => {
  const { read, wire } = await planned(scene);
  const type = scene.care.type.replace(/application$/, 'todo');
  expect(read[0]).toBeInstanceOf(PlannedEvent);
  expect(new Set([...read.map((event) => event.type), ...wire.map((item) => item['@type'])])).toEqual(new Set([type]));
});

rule('PLN-2', 'an event has a title or null', async (scene) => {
  const { read, wire } = await planned(scene);
  const titles = wire.map((item) => item.title);
  expect(titles).toContain(null);
  expect(titles).toContain('After the session');
  expect(read.map((event) => event.data.title)).toEqual(titles);
});

rule('PLN-3', 'an event has a topic', async (scene) => {
  const { read, wire } = await planned(scene);
  expect(new Set(wire.map((item) => item.topic))).toEqual(new Set(['Mood diary', 'Sleep diary']));
  expect(read.map((event) => event.data.topic)).toEqual(wire.map((item) => item.topic));
});

rule('PLN-4', 'an event has a description', async (scene) => {
  const description = 'Vul het dagboek in; neem de tijd.';
  const client = await scene.care.client({ id: scene.clientId });
  scene.sandbox.control.clearPlanning(client.url);
  scene.sandbox.control.addPlannedEvent(client.url, { start: '2026-03-04T10:00:00', description });
  const { read, wire } = await planned(scene);
  expect(wire.map((item) => item.description)).toEqual([description]);
  expect(read.map((event) => event.data.description)).toEqual([description]);
});

rule('PLN-5', 'an event is visible or not', async (scene) => {
  const { read, wire } = await planned(scene);
  expect(wire.filter((item) => item.visible === false).map((item) => item.title)).toEqual(['Look back']);
  expect(wire.filter((item) => item.visible === true)).toHaveLength(wire.length - 1);
  expect(read.map((event) => event.data.visible)).toEqual(wire.map((item) => item.visible));
});

rule('PLN-6', 'eta is when this one occurrence is due, in UTC, also across a change of the clocks', async (scene) => {
  const { read, wire } = await planned(scene, '2026-03-28', '2026-03-30');
  const evening = (title: unknown) => String(title).startsWith('Mood diary;');
  const etas = ['2026-03-28T19:00:00', '2026-03-29T18:00:00'];
  expect(wire.filter((item) => evening(item.title)).map((item) => item.eta)).toEqual(etas);
  const due = read.filter((event) => evening(event.data.title)).map((event) => event.data.eta);
  expect(due).toEqual(etas.map((eta) => new Date(`${eta}Z`)));
});

rule('PLN-7', 'an event has a URL of its plan and its occurrence, which can be read again', async (scene) => {
  const { read, wire } = await planned(scene);
  const urls = wire.map((item) => item['@url']);
  expect(new Set(urls).size).toBe(urls.length);
  for (const url of urls) expect(url).toMatch(/\/planning\/[^/]+\/[^/]+$/);
  expect(await get(scene.raw, urls[0] ?? '')).toEqual({ ...wire[0], '@links': [] });
  const plans = new Set(urls.map((url) => url.split('/').at(-2)));
  expect(plans.size).toBe(5);
  expect(await scene.care.open(read[0]?.url ?? '')).toMatchObject({ data: read[0]?.data });
});

readingRules('2.13-planned-event');
