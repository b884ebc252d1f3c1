import type { CatalogueQuery, ContentTypeFilter } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule, type Scene } from './rule.js';
import { asked, get, invalidQuery, refusal, requestsOf } from './wire.js';

/** Both catalogues: that of the application, and that of the first client. */
async function catalogues({ care, clientId }: Pick<Scene, 'care' | 'clientId'>) {
  const client = await care.client({ id: clientId });
  return [
    { owner: care, url: care.links.get('catalogue.items').url },
    { owner: client, url: client.links.get('catalogue.selfhelp.items').url },
  ];
}

readingRules('4.5-catalogue');

rule('EPC-2', 'the catalogue can be limited to eight types of content, and to no others', async (scene) => {
  const { care, raw } = scene;
  const filters = [
    'diary',
    'template treatment',
    'topic',
    'action plan',
    'template rom planning',
    'template screening',
    'template screening intake',
    'template training',
  ] as const satisfies readonly ContentTypeFilter[];
  const url = care.links.get('catalogue.items').url;
  for (const content_types of filters) {
    const { '@items': items } = await get(raw, asked(url, { limit: '100', content_types }));
    const read = await care.catalogue({ limit: 100, contentTypes: [content_types] }).toArray();
    expect(read.map((item) => item.data.id)).toEqual(items.map((item) => item.id));
    expect(items.every((item) => item.content_type === content_types)).toBe(true);
    expect(items.length > 0).toBe(content_types !== 'action plan');
  }
  for (const content_types of ['document', 'Topic', 'reusable pages', 'template rom entry']) {
    const unknown = invalidQuery(['content_types', 'Unknown value.']);
    expect(await refusal(raw('GET', asked(url, { limit: '9', content_types })))).toEqual(unknown);
  }
  // @ts-expect-error an item can be a document, but there is no filter for those
  expect(() => care.catalogue({ limit: 9, contentTypes: ['document'] })).toThrow(/Unknown value/);
});

rule('EPC-3', 'the paging of a catalogue counts the items and echoes the request, without a total', async (scene) => {
  for (const { url } of await catalogues(scene)) {
    const paging = async (query: Record<string, string>) => (await get(scene.raw, asked(url, query)))['@paging'];
    expect(await paging({ limit: '7' })).toEqual({ found: 7, limit: 7, start: null, total: null });
    expect(await paging({ limit: '7', start: '38' })).toEqual({ found: 2, limit: 7, start: 38, total: null });
  }
  const pages = [];
  for await (const page of scene.care.catalogue({ limit: 15 }).pages()) pages.push(page);
  expect(pages.map((page) => page.total)).toEqual(pages.map(() => null));
  expect(pages.flatMap((page) => page.items)).toHaveLength(40);
});

rule('EPC-4', 'the catalogue of a client takes and gives the same as that of the application', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const [main, own] = await catalogues(scene);
  for (const query of [{ limit: '100' }, { limit: '3', start: '2', content_types: 'topic' }]) {
    const response = await get(scene.raw, asked(own?.url ?? '', query));
    expect(response).toEqual(await get(scene.raw, asked(main?.url ?? '', query)));
  }
  const { status } = await refusal(scene.raw('GET', own?.url ?? ''));
  expect(status).toBe(400);
  const query: CatalogueQuery = { limit: 30, start: 2, contentTypes: ['topic', 'diary'] };
  const ids = async (owner: typeof client | typeof scene.care) =>
    (await owner.catalogue(query).toArray()).map((item) => item.data.id);
  expect(await ids(client)).toEqual(await ids(scene.care));
  expect(await ids(client)).toHaveLength(15);
});

rule('EPC-5', 'the catalogue of the application is for professionals and API users', async (scene) => {
  const { raw, sandbox, as } = scene;
  const { tokens } = sandbox;
  const url = scene.care.links.get('catalogue.items').url;
  expect(url).toBe(`${scene.care.url}/catalogue/items`);
  for (const [token, status] of [
    [tokens.apiUserPlain, 200],
    [tokens.unrelatedProfessional, 200],
    [tokens.secretary, 200],
    [tokens.client, 403],
    [tokens.friend, 403],
  ] as const) {
    expect((await raw('GET', asked(url, { limit: '1' }), { token })).status).toBe(status);
    const first = (await as(token)).catalogue({ limit: 1 }).first();
    if (status === 200) expect((await first)?.data.id).toBe('content-001');
    else await expect(first).rejects.toMatchObject({ name: 'ForbiddenError', status: 403 });
  }
});

rule('EPC-6', 'clients and friends lead to a catalogue of their own', async ({ care, raw, sandbox, clientId }) => {
  const [friend] = sandbox.control.users('friend');
  for (const user of [await care.client({ id: clientId }), await care.friend({ url: `${care.url}${friend?.path}` })]) {
    const url = user.links.get('catalogue.selfhelp.items').url;
    expect((await get(raw, asked(url, { limit: '1' })))['@items']).toHaveLength(1);
    const requests = await requestsOf(sandbox, () => user.catalogue({ limit: 1 }).first());
    expect(requests).toEqual([`GET ${new URL(url).pathname.replace('/api/2', '')}?start=0&limit=1`]);
  }
});

rule('EPC-7', 'to the client itself its catalogue shows what suits self-help', async ({ care, raw, sandbox, as }) => {
  const token = sandbox.tokens.client;
  const own = await as(token);
  const all = await care.catalogue({ limit: 100 }).toArray();
  const suitable = all.filter((item) => item.data.suitable_for_selfhelp).map((item) => item.data.id);
  expect(suitable).toHaveLength(8);
  const client = await own.client({ url: `${care.url}${sandbox.control.users('client')[0]?.path}` });
  const read = await client.catalogue({ limit: 100 }).toArray();
  expect(read.map((item) => item.data.id)).toEqual(suitable);
  const url = asked(client.links.get('catalogue.selfhelp.items').url, { limit: '100' });
  expect((await get(raw, url, token))['@items'].map((item) => item.id)).toEqual(suitable);
});

rule('EPC-8', 'to a therapist and to an API user the catalogue of a client shows everything', async (scene) => {
  const { care, raw, sandbox, as, clientId } = scene;
  const { url } = await care.client({ id: clientId });
  for (const token of [sandbox.tokens.professional, sandbox.tokens.apiUser]) {
    const client = await (await as(token)).client({ url });
    const items = await client.catalogue({ limit: 100 }).toArray();
    expect(items).toHaveLength(40);
    expect(items.some((item) => item.data.suitable_for_selfhelp === false)).toBe(true);
    const catalogue = asked(client.links.get('catalogue.selfhelp.items').url, { limit: '100' });
    expect((await get(raw, catalogue, token))['@items']).toHaveLength(40);
  }
});

rule('EPC-9', 'types are filtered before the batch is cut', async ({ care, raw, sandbox }) => {
  const url = asked(care.links.get('catalogue.items').url, { limit: '2', start: '2' });
  for (const query of ['content_types=topic&content_types=diary', 'content_types=topic,diary']) {
    const { '@items': items } = await get(raw, `${url}&${query}`);
    expect(items.map((item) => item.id)).toEqual(['content-003', 'content-027']);
  }
  const requests = await requestsOf(sandbox, async () => {
    const some = care.catalogue({ start: 2, limit: 2, contentTypes: ['topic', 'diary'] });
    expect((await some.toArray({ max: 2 })).map((item) => item.data.id)).toEqual(['content-003', 'content-027']);
  });
  expect(requests).toEqual(['GET /catalogue/items?content_types=topic&content_types=diary&start=2&limit=2']);
});

rule(
  'EPC-10',
  'the catalogue is asked for when it is read, no further than it is read, and never by itself',
  async (scene) => {
    const { care, sandbox } = scene;
    const list = care.catalogue({ limit: 5 });
    expect(await requestsOf(sandbox, async () => list)).toEqual([]);
    const some = await requestsOf(sandbox, async () => {
      for await (const item of list) if (item.data.id === 'content-005') break;
    });
    expect(some).toEqual(['GET /catalogue/items?start=0&limit=5']);
    const [first] = await list.toArray({ max: 1 });
    expect(await requestsOf(sandbox, async () => first?.data.title)).toEqual([]);
  },
);
