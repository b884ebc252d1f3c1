import { type CatalogueItem, isKnownChoice } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule, type Scene } from './rule.js';
import { asked, get, type WireDocument } from './wire.js';

const contentTypes = [
  'diary',
  'document',
  'reusable pages',
  'template rom entry',
  'template rom planning',
  'template screening',
  'template screening intake',
  'template screening signup',
  'template training',
  'template treatment',
  'topic',
] as const;

/** The whole catalogue as the client reads it, and as it is written. */
async function catalogue({ care, raw }: Scene): Promise<{ read: CatalogueItem[]; wire: readonly WireDocument[] }> {
  const { '@items': wire } = await get(raw, asked(care.links.get('catalogue.items').url, { limit: '100' }));
  expect(wire).toHaveLength(40);
  return { read: await care.catalogue({ limit: 100 }).toArray(), wire };
}

/** One attribute of every item, read and as written. */
async function column(scene: Scene, name: keyof CatalogueItem['data']) {
  const { read, wire } = await catalogue(scene);
  return { read: read.map((item) => item.data[name]), wire: wire.map((item) => item[name]) };
}

readingRules('2.10-catalogue-item');

rule('CAT-2', 'the id of content is what adds it to a client', async (scene) => {
  const { read, wire } = await catalogue(scene);
  const client = await scene.care.client({ id: scene.clientId });
  const topic = read.findLast((item) => item.data.content_type === 'topic');
  const id = topic?.data.id ?? '';
  expect(wire.map((item) => typeof item.id)).toEqual(wire.map(() => 'string'));
  expect((await scene.raw('POST', client.links.get('tools').url, { json: { id } })).status).toBe(201);
  expect((await client.addTool({ id })).url).toMatch(/\/module\//);
});

rule('CAT-3', 'content is of one of eleven types, and one of another type is passed through', async (scene) => {
  const { read, wire } = await column(scene, 'content_type');
  expect(new Set(wire)).toEqual(new Set(contentTypes));
  expect(read).toEqual(wire);
  scene.sandbox.control.addCatalogueItem({ id: 'plan', content_type: 'action plan' });
  const other = (await scene.care.catalogue({ limit: 100 }).toArray()).at(-1);
  expect(other?.data).toMatchObject({ id: 'plan', content_type: 'action plan' });
  expect(isKnownChoice(contentTypes, other?.data.content_type ?? '')).toBe(false);
});

rule('CAT-4', 'content is in one of seven languages', async (scene) => {
  const { read, wire } = await column(scene, 'lang');
  expect(new Set(wire)).toEqual(new Set(['da', 'de', 'en', 'es', 'fr', 'hu', 'nl']));
  expect(read).toEqual(wire);
});

rule('CAT-5', 'content always has a title', async (scene) => {
  const { read, wire } = await column(scene, 'title');
  expect(wire.filter((title) => typeof title !== 'string' || title === '')).toEqual([]);
  expect(read).toEqual(wire);
  const item = { '@type': scene.care.type.replace(/application$/, 'catalogue/item'), id: '1', content_type: 'topic' };
  const body = { '@items': [{ ...item, lang: 'en' }], '@links': [] };
  scene.sandbox.faults.add({ kind: 'response', status: 200, body, path: '/catalogue/items' });
  const error = { name: 'ResponseValidationError', problems: [{ name: 'title' }] };
  await expect(scene.care.catalogue({ limit: 1 }).first()).rejects.toMatchObject(error);
});

rule('CAT-6', 'subtitle and short description are texts or null', async (scene) => {
  for (const name of ['subtitle', 'short_description'] as const) {
    const { read, wire } = await column(scene, name);
    expect(new Set(wire.map((text) => (text === null ? null : typeof text)))).toEqual(new Set(['string', null]));
    expect(read).toEqual(wire);
  }
});

rule('CAT-7', 'a description is HTML that is passed on as it is, or null', async (scene) => {
  const { read, wire } = await column(scene, 'description');
  expect(wire).toContain('<p>About <strong>Anger &amp; you</strong>.</p>');
  expect(wire).toContain(null);
  expect(read).toEqual(wire);
});

rule('CAT-8', 'a poster is a plain URL and no reference to a file, or null', async (scene) => {
  const { read, wire } = await column(scene, 'poster');
  expect(wire).toContain(null);
  const posters = wire.filter((poster) => poster !== null);
  expect(posters.length).toBeGreaterThan(0);
  for (const poster of posters) expect(poster).toMatch(/^https:\/\/sandbox\.example\/static\/posters\/\d+\.png$/);
  expect(read).toEqual(wire);
});

rule('CAT-9', 'content suits self-help or does not, and one that does not say so is null', async (scene) => {
  const { read, wire } = await column(scene, 'suitable_for_selfhelp');
  expect(new Set(wire)).toEqual(new Set([true, false]));
  expect(read).toEqual(wire);
  const item = { id: '1', content_type: 'topic', lang: 'en', title: 'Silent' };
  const body = { '@items': [item, { ...item, id: '2', suitable_for_selfhelp: null }], '@links': [] };
  scene.sandbox.faults.add({ kind: 'response', status: 200, body, path: '/catalogue/items' });
  const page = await scene.care.catalogue({ limit: 2 }).pages().next();
  expect(page.value?.items.map((one) => one.data.suitable_for_selfhelp)).toEqual([null, null]);
});
