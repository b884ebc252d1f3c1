import { Client, Collection, connect, InputError } from 'care-platform';
import { expect } from 'vitest';
import { changeObjects, checkSandbox } from './check-sandbox.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, linkNames, requestsOf, type WireDocument } from './wire.js';

rule('VER-1', 'the version is the number in the address, and this is 2', async ({ sandbox }) => {
  const origin = new URL(sandbox.baseUrl).origin;
  for (const path of ['/api/1', '/api/3', '/api/2.1', '/api/22', '/api', '/2', '']) {
    for (const below of ['', '/c/items']) {
      const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}` };
      expect([path, (await sandbox.fetch(`${origin}${path}${below}`, { headers })).status]).toEqual([path, 404]);
    }
  }
  const { fetch, tokens } = sandbox;
  const before = sandbox.journal.length;
  for (const version of ['1', '3', '22', '2.1']) {
    const refused = connect({ baseUrl: `${origin}/api/${version}`, token: tokens.apiUser, fetch });
    await expect(refused).rejects.toThrow(InputError);
  }
  expect(sandbox.journal).toHaveLength(before);
  const care = await connect({ baseUrl: origin, token: tokens.apiUser, fetch });
  expect(care.url).toBe(`${origin}/api/2`);
});

rule('VER-3', 'no request names a release of the version', async ({ sandbox, raw }) => {
  const { care, first, sent } = await recorded(sandbox);
  await care.labels().toArray();
  for (const { query, headers } of [...(first ? [first] : []), ...sent]) {
    expect([query, [...headers.keys()].filter((name) => name !== 'user-agent')]).toEqual([
      '',
      ['accept', 'authorization'],
    ]);
    expect(headers.get('accept')).toBe('application/json');
  }
  sandbox.settings.futureRelease = true;
  expect((await get(raw, ''))['@url']).toBe(sandbox.baseUrl);
  expect((await care.refresh()).url).toBe(care.url);
});

/** Everything of `before` is in `after`, and something more. */
function expectMore(after: WireDocument, before: WireDocument): void {
  const { '@links': links, ...rest } = before;
  expect(after).toMatchObject(rest);
  expect(linkNames(after)).toEqual([...links.map(({ name }) => name), 'future.things']);
  expect(after.future_attribute).toEqual({ since: '2.9' });
}

rule('VER-4', 'a later release keeps every attribute and link', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const paths = ['', client.url, client.links.get('diary').url, '/aux/professional/id/PRO-1', `${client.url}/planning`];
  const before = await Promise.all(paths.map((path) => get(raw, path)));
  sandbox.settings.futureRelease = true;
  for (const [index, path] of paths.entries()) {
    const document = before[index];
    if (document !== undefined) expectMore(await get(raw, path), document);
  }
  expect((await client.refresh()).data).toMatchObject({ ...client.data });
  expect(await client.tasks().toArray()).toHaveLength(3);
});

rule(
  'VER-6',
  'an endpoint of a later release is reached by its link or by its address',
  async ({ sandbox, care }) => {
    const followed = await care.follow('people.everyone', { query: { limit: 5 } });
    if (!(followed instanceof Collection)) throw new TypeError('no collection');
    expect((await followed.toArray({ max: 1 }))[0]).toBeInstanceOf(Client);
    const requests = await requestsOf(sandbox, async () => {
      const { status, data } = await care.request({ url: 'c/items', query: { limit: 1 } });
      expect([status, data]).toMatchObject([200, { '@paging': { found: 1, limit: 1 } }]);
      const response = await care.request({ method: 'POST', url: 'configuration/labels', body: { label: 'Intake' } });
      expect([response.status, response.location]).toEqual([201, (response.data as { '@url': string })['@url']]);
    });
    expect(requests).toEqual(['GET /c/items?limit=1', 'POST /configuration/labels']);
  },
  { settings: { rootLinks: { 'people.everyone': 'c/items' } } },
);

rule(
  'VER-7',
  'attributes of a later release are kept, and harm nothing',
  async ({ care, raw, sandbox }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const document = await get(raw, client.url);
    sandbox.settings.futureRelease = false;
    const { '@links': _, ...today } = await get(raw, client.url);
    sandbox.settings.futureRelease = true;
    expect(document).toMatchObject(today);
    expect(document.future_attribute).toEqual({ since: '2.9' });
    expect(client.attribute('future_attribute')).toEqual(document.future_attribute);
    expect(client.toJSON()).toEqual(document);
    expect((await client.update({ infix: 'de' })).attribute('future_attribute')).toEqual(document.future_attribute);
    const { '@items': items } = await get(raw, client.links.get('tasks.items').url);
    expect(items.every((one) => one.future_attribute !== undefined)).toBe(true);
    const listed = [
      await client.tasks().toArray(),
      await client.diaryEntries().toArray(),
      await client.conversations({ limit: 5 }).toArray(),
      await client.relations().toArray(),
      await client.catalogue({ limit: 5 }).toArray({ max: 5 }),
      await care.professionals().toArray(),
      await care.hl7Errors().toArray(),
    ];
    for (const some of listed) {
      expect(some.length).toBeGreaterThan(0);
      for (const one of some) expect(one.attribute('future_attribute')).toEqual({ since: '2.9' });
    }
  },
  { settings: { futureRelease: true } },
);

rule('VER-7', 'the check calls no later release wrong, wherever it adds attributes', async () => {
  expect(await checkSandbox({ settings: { futureRelease: true } })).toEqual([]);
  const rewrite = (text: string) => changeObjects(text, (value) => ({ ...value, since: '2.9' }));
  expect(await checkSandbox({ rewrite })).toEqual([]);
});

rule('VER-7', 'the check lets a later release count its whole lists, and not cut them', async () => {
  const only = ['EPU-22', 'EPR-2', 'EPL-1'];
  const check = (change: object) => {
    const rewrite = (text: string) =>
      changeObjects(text, (value) => {
        if (!('@items' in value && Array.isArray(value['@items']))) return value;
        const paging = { found: value['@items'].length, limit: null, start: null, total: null, ...change };
        return { ...value, '@paging': paging };
      });
    return checkSandbox({ only, rewrite });
  };
  expect(await check({})).toEqual([]);
  for (const change of [{ found: 1 }, { limit: 100 }, { start: 0 }, { total: 100 }]) {
    expect((await check(change)).map(([id, outcome]) => [id, outcome])).toEqual(only.map((id) => [id, 'not held']));
  }
});

rule(
  'VER-8',
  'links of a later release are offered beside the known ones',
  async ({ care, raw, sandbox }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const names = linkNames(await get(raw, client.url));
    sandbox.settings.futureRelease = false;
    expect(names).toEqual([...linkNames(await get(raw, client.url)), 'future.things']);
    sandbox.settings.futureRelease = true;
    expect(client.links.names()).toEqual(names);
    for (const resource of [care, await client.diary(), await client.planning()]) {
      expect(resource.links.has('future.things')).toBe(true);
    }
    await expect(client.follow('future.things')).rejects.toMatchObject({ name: 'NotFoundError', attempts: 1 });
  },
  { settings: { futureRelease: true } },
);

rule('VER-9', 'parameters of a later release can be sent before the client knows them', async ({ sandbox }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' }, { extra: { query: { depth: 2 } } });
  await client.update({ infix: 'de' }, { extra: { body: { nickname: 'Fen' } } });
  await care.clients({ limit: 1 }, { extra: { query: { sort: 'name' } } }).first();
  await care.request({ url: client.url, query: { depth: 3 } });
  expect(sent.map(({ query }) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
    { depth: '2' },
    {},
    { start: '0', limit: '1', sort: 'name' },
    { depth: '3' },
  ]);
  expect(sent[1]?.body).toEqual({ infix: 'de', nickname: 'Fen' });
  expect(sandbox.journal.filter(({ status }) => (status ?? 0) >= 400)).toEqual([]);
});
