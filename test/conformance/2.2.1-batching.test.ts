import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { get, json, requestsOf } from './wire.js';

const batched = ['/c/items', '/p/items', '/configuration/labels/items', '/catalogue/items', '/export/items'];

rule('BAT-1', 'start leaves out the first items of a list', async ({ care, raw }) => {
  for (const name of ['client', 'client', 'client']) await care.startExport({ name });
  for (const path of batched) {
    const all = (await get(raw, `${path}?limit=100`))['@items'];
    expect(all.length, path).toBeGreaterThan(2);
    for (const start of [0, 1, all.length - 1, all.length, all.length + 5]) {
      expect((await get(raw, `${path}?limit=100&start=${start}`))['@items'], path).toEqual(all.slice(start));
    }
  }
  const search = { active: true };
  const found = (await json(raw('POST', '/c/items', { json: search })))['@items'];
  expect((await json(raw('POST', '/c/items', { json: { ...search, start: 2 } })))['@items']).toEqual(found.slice(2));

  const urls = (await care.clients().toArray()).map(({ url }) => url);
  expect((await care.clients({ start: 3 }).toArray()).map(({ url }) => url)).toEqual(urls.slice(3));
  expect((await care.searchClients({ ...search, start: 2 }).toArray()).map(({ url }) => url)).toEqual(
    found.slice(2).map((item) => item['@url']),
  );
});

rule('BAT-2', 'limit is the maximum of items in a response', async ({ care, raw, sandbox }) => {
  for (const path of batched.slice(0, 4)) {
    const all = (await get(raw, `${path}?limit=100`))['@items'];
    for (const limit of [1, 2, all.length, all.length + 1]) {
      expect((await get(raw, `${path}?limit=${limit}`))['@items'], path).toEqual(all.slice(0, limit));
    }
  }
  const urls = (await care.clients().toArray()).map(({ url }) => url);
  const pages: string[][] = [];
  const requests = await requestsOf(sandbox, async () => {
    for await (const page of care.clients({ limit: 5 }).pages()) pages.push(page.items.map(({ url }) => url));
  });
  expect(requests.filter((request) => !request.includes('limit=5'))).toEqual([]);
  expect(Math.max(...pages.map((page) => page.length))).toBe(5);
  expect(pages.flat()).toEqual(urls);
});

rule('BAT-3', 'a response repeats the requested batch, with null if none was requested', async ({ raw }) => {
  const ask = async (path: string) => (await get(raw, path))['@paging'];
  expect(await ask('/c/items')).toMatchObject({ limit: null, start: null });
  expect(await ask('/c/items?limit=5')).toMatchObject({ limit: 5, start: null });
  expect(await ask('/c/items?start=3')).toMatchObject({ limit: null, start: 3 });
  expect(await ask('/c/items?limit=500&start=0')).toMatchObject({ limit: 500, start: 0 });
  expect(await ask('/catalogue/items?limit=2&start=1')).toMatchObject({ limit: 2, start: 1 });
  const search = await json(raw('POST', '/c/items', { json: { limit: 1, start: 2 } }));
  expect(search['@paging']).toMatchObject({ limit: 1, start: 2 });
});

rule('BAT-4', 'found counts the items of the response, so no list ends by it', async ({ care, raw, sandbox }) => {
  const all = (await get(raw, '/c/items'))['@items'].length;
  expect((await get(raw, '/c/items?limit=5'))['@paging']).toEqual({ found: 5, limit: 5, start: null, total: all });
  const last = await get(raw, `/c/items?limit=5&start=${all - 2}`);
  expect(last['@paging']).toMatchObject({ found: 2, total: all });
  expect((await get(raw, '/c/items?start=1000'))['@paging']).toMatchObject({ found: 0 });

  for (const totals of ['number', 'null'] as const) {
    sandbox.settings.totals = totals;
    expect(await care.clients({ limit: 5 }).toArray(), totals).toHaveLength(all);
    sandbox.settings.limitCap = { size: 3, refuse: false };
    expect(await care.clients({ limit: 5 }).toArray(), totals).toHaveLength(all);
    sandbox.settings.limitCap = null;
  }
  expect(await care.catalogue({ limit: 7 }).toArray()).toHaveLength(40);
});

readingRules('2.2.1-batching');
