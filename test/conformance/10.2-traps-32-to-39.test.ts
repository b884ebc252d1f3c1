import { connect } from 'care-platform';
import { expect, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { asked, get, requestsOf } from './wire.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

rule('TRAP-32', 'no platform without TLS is connected to on another machine', async ({ sandbox }) => {
  const token = sandbox.tokens.apiUser;
  const fetch = vi.fn<typeof globalThis.fetch>();
  const open = await failureOf(connect({ baseUrl: 'http://care.example/api/2', token, fetch }));
  expect(open).toMatchObject({ name: 'InputError', problems: [{ name: 'baseUrl' }] });
  expect(fetch).not.toHaveBeenCalled();
});

rule(
  'TRAP-33',
  'a time without a zone is UTC, wherever the process is',
  async ({ sandbox, raw }) => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(300);
      const { care, sent } = await recorded(sandbox);
      const client = await care.client({ id: 'EHR-1042' });
      const written = await get(raw, client.url);
      expect(written['@changes'].creation_time).toBe('2026-03-02T09:00:00');
      expect(client.createdAt).toEqual(new Date(Date.UTC(2026, 2, 2, 9)));

      const entry = await client.addDiaryEntry(mood, {
        dt: new Date('2026-03-01T23:30:00Z'),
        mood: 'good',
        tension: 1,
      });
      expect(sent.at(-1)?.body).toMatchObject({ dt: '2026-03-01T23:30:00' });
      expect(entry.data.dt.getTime()).toBe(Date.UTC(2026, 2, 1, 23, 30));
      expect((await get(raw, entry.url)).dt).toBe('2026-03-01T23:30:00');
      await client.diaryEntries({ modifiedAfter: new Date('2026-03-02T08:59:59Z') }).first();
      expect(sent.at(-1)?.query).toContain('modified_after=2026-03-02T08%3A59%3A59&');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  },
  { clock: { frozen: true } },
);

rule('TRAP-34', 'a calendar counts in the zone of the application, everything else in UTC', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const calendar = await client.calendar();
  expect(calendar).toContain('DTSTART;TZID=Europe/Amsterdam:20260303T140000\r\n');
  expect(await (await raw('GET', client.links.get('planning.ics').url)).text()).toBe(calendar);

  const day = { after: '2026-03-03', before: '2026-03-04' };
  const [event] = await client.plannedEvents(day).toArray();
  expect(event?.data.eta).toEqual(new Date('2026-03-03T13:00:00Z'));
  const { '@items': items } = await get(raw, asked(client.links.get('planning.items').url, day));
  expect(items.map(({ eta }) => eta)).toEqual(['2026-03-03T13:00:00', '2026-03-03T19:00:00']);
});

rule('TRAP-35', 'a page that is shorter than asked is not the last one', async ({ sandbox, care, raw }) => {
  sandbox.settings.limitCap = { size: 5, refuse: false };
  for (const totals of ['number', 'null'] as const) {
    sandbox.settings.totals = totals;
    const total = totals === 'null' ? null : 14;
    expect((await get(raw, '/c/items?limit=100'))['@paging']).toEqual({ found: 5, limit: 100, start: null, total });
    const urls = (await care.clients().toArray()).map(({ url }) => url);
    expect([urls.length, new Set(urls).size]).toEqual([14, 14]);
  }
});

rule('TRAP-36', 'a list is read to its end with a total and without', async ({ sandbox, care, raw }) => {
  const totals = async (pages: AsyncIterable<{ total: number | null }>) => {
    const seen = new Set<number | null>();
    for await (const { total } of pages) seen.add(total);
    return [...seen];
  };
  expect((await get(raw, '/catalogue/items?limit=15'))['@paging']).toMatchObject({ found: 15, total: null });
  const catalogue = care.catalogue({ limit: 15 });
  expect([await totals(catalogue.pages()), (await catalogue.toArray()).length]).toEqual([[null], 40]);
  for (const [setting, total] of [
    ['number', 14],
    ['null', null],
  ] as const) {
    sandbox.settings.totals = setting;
    expect((await get(raw, '/c/items?limit=6'))['@paging']).toMatchObject({ found: 6, total });
    const clients = care.clients({ limit: 6 });
    expect([await totals(clients.pages()), (await clients.toArray()).length]).toEqual([[total], 14]);
  }
});

rule('TRAP-37', 'all that is relevant is less than everything there is', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('conversations');
  expect((await get(raw, asked(url, { limit: '50', relevant: 'all' })))['@items']).toHaveLength(4);
  expect((await get(raw, asked(url, { limit: '50' })))['@items']).toHaveLength(6);
  const requests = await requestsOf(sandbox, async () => {
    expect(await client.conversations({ relevant: 'all' }).toArray()).toHaveLength(4);
    expect(await client.conversations().toArray()).toHaveLength(6);
  });
  const relevant = requests.map((request) => new URLSearchParams(request.split('?')[1]).get('relevant'));
  expect(new Set(relevant)).toEqual(new Set(['all', null]));
});

rule(
  'TRAP-38',
  'the link to self-help content lists everything to all users but the client itself',
  async ({ sandbox, care, as, raw }) => {
    const { tokens } = sandbox;
    const everything = await (await care.client({ id: 'EHR-1042' })).catalogue({ limit: 100 }).toArray();
    const own = await (await as(tokens.client)).client({ id: 'EHR-1042' });
    const suitable = everything.filter(({ data }) => data.suitable_for_selfhelp);
    expect([everything.length, suitable.length]).toEqual([40, 8]);
    const seen = await own.catalogue({ limit: 100 }).toArray();
    expect(seen.map(({ data }) => data.id)).toEqual(suitable.map(({ data }) => data.id));

    const url = asked(own.links.get('catalogue.selfhelp.items').url, { limit: '100' });
    const listed = async (token: string) => (await get(raw, url, token))['@items'].length;
    expect([await listed(tokens.professional), await listed(tokens.client)]).toEqual([40, 8]);
  },
);

rule('TRAP-39', 'no labels are null and no other list is, but both forms are read everywhere', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1045' });
  const job = await care.startExport({ name: 'client' });
  expect((await get(raw, client.url)).labels).toBeNull();
  expect((await get(raw, job.url)).downloaded_on).toEqual([]);
  expect((await get(raw, client.links.get('relations.items').url))['@items']).toEqual([]);
  expect([client.data.labels, job.data.downloaded_on]).toEqual([null, []]);
  expect(await client.relations().toArray()).toEqual([]);

  respondOnce(sandbox, client.url, client, { labels: [] });
  expect((await client.refresh()).data.labels).toEqual([]);
  respondOnce(sandbox, job.url, job, { downloaded_on: null });
  expect((await job.refresh()).data.downloaded_on).toEqual([]);
  const professional = await care.professional({ id: 'PRO-1' });
  const [groups, roles] = [await professional.groups(), await professional.roles()];
  respondOnce(sandbox, groups.url, groups, { groups: null });
  expect((await groups.refresh()).data.groups).toEqual([]);
  respondOnce(sandbox, roles.url, roles, { roles: null, additional_roles: null });
  expect((await roles.refresh()).data).toEqual({ roles: [], additional_roles: [] });
});
