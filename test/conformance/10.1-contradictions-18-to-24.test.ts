import { Diary, LinkNotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient, newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { asked, get, linkNames, refusal, requestsOf } from './wire.js';

rule('TRAP-18', 'a resource without a link at the root is at its documented path', async (scene) => {
  const { sandbox, raw } = scene;
  expect(linkNames(await get(raw, ''))).toHaveLength(5);
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  await care.clients().first();
  await care.createClient(newClient);
  await care.createProfessional(newProfessional);
  await care.professional({ id: 'PRO-1' });
  await care.startExport({ name: 'client' });
  await care.exports().first();
  for (const log of [care.apiErrors(), care.carelinkErrors(), care.hl7Errors(), care.clientAccessLog()])
    await log.first();
  await client.mergeIn({ id: 'EHR-1043' });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /aux/client/id/EHR-1042',
    'GET /c/items',
    'POST /c',
    'POST /p',
    'GET /aux/professional/id/PRO-1',
    'POST /export',
    'GET /export/items',
    'GET /configuration/apiusers/errorlog/items',
    'GET /configuration/carelink/errorlog/items',
    'GET /configuration/hl7/errorlog/items',
    'GET /configuration/clientaccess/accesslog/items',
    `POST /c/${client.url.split('/').at(-1)}/merge`,
  ]);
});

rule(
  'TRAP-18',
  'a link that the root does name is followed in place of the documented path',
  async ({ sandbox, raw }) => {
    expect(linkNames(await get(raw, ''))).toContain('professionals.items');
    const { care, sent } = await recorded(sandbox);
    expect(await care.professionals().toArray()).toHaveLength(8);
    expect(sent.map(({ path }) => path)).toEqual(['/staff/items']);
    expect((await raw('GET', '/p/items')).status).toBe(404);
  },
  { paths: { p: 'staff' }, settings: { rootLinks: { 'professionals.items': 'p/items' } } },
);

rule(
  'TRAP-19',
  'a client offers tools and conversations if it has them, and logging out to itself only',
  async ({ sandbox, care, as, raw }) => {
    const offered = async (token: string) => {
      const names = linkNames(await get(raw, '/aux/client/id/EHR-1042', token));
      return ['tools', 'conversations', 'logout'].filter((name) => names.includes(name));
    };
    expect(await offered(sandbox.tokens.apiUser)).toEqual(['tools', 'conversations']);
    expect(await offered(sandbox.tokens.client)).toEqual(['tools', 'conversations', 'logout']);
    const own = await (await as(sandbox.tokens.client)).client({ id: 'EHR-1042' });
    expect(own.links.has('logout')).toBe(true);

    sandbox.control.setFeatures(own.url, { tools: false, conversations: false });
    expect(await offered(sandbox.tokens.apiUser)).toEqual([]);
    const read = await care.client({ id: 'EHR-1042' });
    const requests = await requestsOf(sandbox, async () => {
      expect(await failureOf(read.addTool({ id: 'content-001' }))).toMatchObject({
        name: 'LinkNotFoundError',
        wanted: 'tools',
      });
      expect(await failureOf(read.conversations().first())).toMatchObject({ wanted: 'conversations' });
    });
    expect(requests).toEqual([]);
  },
);

rule('TRAP-20', 'friends have no diary, but one that offered a diary could be followed there', async (scene) => {
  const { sandbox, care, as, raw } = scene;
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const friend = await care.friend({ url });
  const itself = await (await as(sandbox.tokens.friend)).friend({ url });
  for (const { links } of [friend, itself])
    expect(links.names().filter((name) => name.startsWith('diary'))).toEqual([]);
  for (const path of ['/diary', '/diary/configuration', '/diary/entries/items', '/diary/entries/schemas']) {
    expect((await refusal(raw('GET', `${url}${path}`))).body).toEqual({ code: 404, message: 'Not found' });
  }
  await expect(friend.follow('diary')).rejects.toThrow(LinkNotFoundError);

  const diary = (await care.client({ id: 'EHR-1042' })).links.get('diary');
  respondOnce(sandbox, url, friend, { '@links': [diary] });
  expect(await (await friend.refresh()).follow('diary')).toBeInstanceOf(Diary);
});

rule('TRAP-21', 'the link to the schemas of entries is offered and never needed', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  expect(client.links.has('diary.entries.schemas')).toBe(true);
  expect(linkNames(await get(raw, client.links.get('diary').url))).toContain('entries.schemas');

  const without = (links: readonly object[]) => links.filter((link) => !JSON.stringify(link).includes('schemas'));
  const kept = without(client.links.names().map((name) => client.links.get(name)));
  respondOnce(sandbox, client.url, client, { '@links': kept });
  const bare = await client.refresh();
  expect(bare.links.names()).toHaveLength(client.links.names().length - 1);
  expect(await bare.diarySchemas()).toHaveLength(2);
  expect((await bare.diaryEntries().first())?.schema?.['@id']).toMatch(/#mood:1$/);
});

rule(
  'TRAP-22',
  'every list of items takes start and limit, and shows paging only if that is documented',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const { links } = await care.client({ id: 'EHR-1042' });
    for (let job = 0; job < 2; job++) await care.startExport({ name: 'client' });
    for (let failed = 0; failed < 2; failed++) await raw('GET', '/nowhere');
    sandbox.control.addHl7Error();
    const paged: [url: string, paging: boolean][] = [
      ['/c/items', true],
      ['/p/items', false],
      ['/export/items', true],
      ['/catalogue/items?limit=9', true],
      ['/configuration/labels/items', false],
      ['/configuration/apiusers/errorlog/items', true],
      ['/configuration/carelink/errorlog/items', true],
      ['/configuration/hl7/errorlog/items', true],
      ['/configuration/clientaccess/accesslog/items', true],
      [links.get('relations.items').url, false],
      [links.get('diary.entries.items').url, false],
      [links.get('tasks.items').url, true],
      [asked(links.get('conversations').url, { limit: '9' }), true],
    ];
    for (const [path, paging] of paged) {
      const all = await get(raw, path);
      const one = await get(
        raw,
        asked(path.startsWith('/') ? sandbox.baseUrl + path : path, { start: '1', limit: '1' }),
      );
      expect([path, one['@items']]).toEqual([path, [all['@items'][1]]]);
      expect([path, '@paging' in one]).toEqual([path, paging]);
    }
    const week = asked(links.get('planning.items').url, { after: '2026-03-01', before: '2026-03-08' });
    const one = await get(raw, asked(week, { start: '1', limit: '1' }));
    expect(one['@items']).toEqual([(await get(raw, week))['@items'][1]]);
    expect(one).not.toHaveProperty('@paging');
  },
);

rule(
  'TRAP-22',
  'the client pages the lists that are batched and reads all others with one request',
  async ({ sandbox, care }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const whole = [care.professionals(), care.labels(), client.relations(), client.tasks(), care.apiErrors()];
    for (const list of whole) {
      const requests = await requestsOf(sandbox, () => list.toArray());
      expect(requests).toEqual([expect.stringMatching(/items$/)]);
    }
    const window = { after: '2026-03-01', before: '2026-03-08' };
    const planned = await requestsOf(sandbox, () => client.plannedEvents(window).toArray());
    expect(planned).toEqual([expect.stringMatching(/items\?after=2026-03-01&before=2026-03-08$/)]);
    const batched = [care.clients(), care.catalogue({ limit: 100 }), client.conversations(), care.exports()];
    for (const list of batched) {
      const [first] = await requestsOf(sandbox, () => list.toArray());
      expect(first).toMatch(/[?&]limit=100(&|$)/);
    }
    const [all] = await requestsOf(sandbox, () => client.diaryEntries().toArray());
    expect(all).not.toContain('limit');
    const [page] = await requestsOf(sandbox, () => client.diaryEntries({ limit: 100 }).toArray());
    expect(page).toMatch(/[?&]limit=100(&|$)/);
  },
);

rule(
  'TRAP-23',
  'conversations are read in batches and changes are not, whatever their lists are called',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const client = await care.client({ id: 'EHR-1042' });
    const conversations = asked(client.links.get('conversations').url, { limit: '2', start: '1' });
    expect((await get(raw, conversations))['@paging']).toEqual({ found: 2, limit: 2, start: 1, total: null });
    const pages = await requestsOf(sandbox, async () => {
      expect(await client.conversations({ limit: 4 }).toArray()).toHaveLength(6);
    });
    expect(pages.length).toBeGreaterThan(1);

    for (const { key } of sandbox.control.users('client').slice(0, 3)) sandbox.control.assignTask(key);
    const since = '2026-03-02T09:00:00';
    const { '@items': items, ...rest } = await get(raw, `/changes?type=tasks&since=${since}&limit=1&start=2`);
    expect([items.length, '@paging' in rest]).toEqual([3, false]);
    const polls = await requestsOf(sandbox, async () => {
      expect(await care.changes({ type: 'tasks', since: new Date(`${since}Z`) }).toArray()).toHaveLength(3);
    });
    expect(polls).toEqual(['GET /changes?type=tasks&since=2026-03-02T09%3A00%3A00']);
  },
);

rule('TRAP-24', 'tasks and logs can be read in part, although nothing says how', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('tasks.items');
  expect((await get(raw, url))['@paging']).toEqual({ found: 3, limit: null, start: null, total: null });
  const second = await get(raw, `${url}?start=1&limit=1`);
  expect(second['@paging']).toEqual({ found: 1, limit: 1, start: 1, total: null });
  const log = '/configuration/clientaccess/accesslog/items';
  expect((await get(raw, log))['@paging']).toEqual({ found: 2, limit: null, start: null, total: 2 });
  const part = await get(raw, `${log}?start=1&limit=1`);
  expect(part['@paging']).toEqual({ found: 1, limit: 1, start: 1, total: 2 });

  const requests = await requestsOf(sandbox, async () => {
    const [second, ...more] = await client.tasks({ start: 1, limit: 1 }).toArray();
    expect([second?.data.title, more]).toEqual(['Read “Getting to know stress”', []]);
    expect(await care.clientAccessLog({ start: 1, limit: 1 }).toArray()).toHaveLength(1);
  });
  expect(requests.map((request) => request.split('?')[1])).toEqual(['start=1&limit=1', 'start=1&limit=1']);
  const professional = await care.professional({ id: 'PRO-1' });
  const [every, none] = [professional.tasks(), professional.tasks({ start: 1 })];
  expect([(await every.toArray()).length, (await none.toArray()).length]).toEqual([1, 0]);
});
