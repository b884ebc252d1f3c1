import { ClientAccessRecord, connect, LinkNotFoundError, TasksChange } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, json, linkNames, refusal } from './wire.js';

rule(
  'TRAP-25',
  'switching an account to its current state is refused for both kinds, and sends no mail',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const client = await care.client({ id: 'EHR-1042' });
    const professional = await care.professional({ id: 'PRO-1' });
    for (const user of [client, professional]) {
      const response = await refusal(raw('POST', user.links.get('activation').url, { json: { active: true } }));
      expect(response).toEqual({ status: 400, body: { code: 400, message: expect.any(String) } });
      const again = await failureOf(user.activate());
      expect(again).toMatchObject({ name: 'BadRequestError', status: 400, problems: [], attempts: 1 });
      expect(sandbox.outbox).toHaveLength(0);
      await user.deactivate();
      expect(await failureOf(user.deactivate())).toMatchObject({ name: 'BadRequestError', attempts: 1 });
      expect(sandbox.outbox).toHaveLength(1);
      sandbox.control.reset();
    }
  },
);

rule('TRAP-26', 'the response to a deleted relation is empty, with a content type of text', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const [first, second] = await client.relations().toArray();
  const response = await raw('DELETE', first?.url ?? '');
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  expect(await second?.delete()).toBeUndefined();
  expect(await client.relations().toArray()).toEqual([]);
});

rule(
  'TRAP-27',
  'a record of client access is a resource, although its type speaks of an error',
  async ({ care, raw }) => {
    const { '@items': items } = await get(raw, '/configuration/clientaccess/accesslog/items');
    expect(items.map((item) => item['@type'])).toEqual(Array(2).fill('https://care.example/ns/error/record'));
    const records = await care.clientAccessLog().toArray();
    expect(records.map(({ data }) => data.message)).toEqual(items.map(({ message }) => message));
    for (const record of records) {
      expect(record).toBeInstanceOf(ClientAccessRecord);
      expect(record).not.toBeInstanceOf(Error);
    }
  },
);

rule(
  'TRAP-28',
  'a task that is created, completed or deleted is the same change: read the list again',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const { url } = await care.client({ id: 'EHR-1042' });
    let since = sandbox.clock.now();
    const moved = async (titles: readonly string[]) => {
      const query = `type=tasks&since=${since.toISOString().slice(0, 19)}`;
      expect((await get(raw, `/changes?${query}`))['@items']).toHaveLength(1);
      const [change, ...more] = await care.changes({ type: 'tasks', since }).toArray();
      if (!(change instanceof TasksChange)) throw new Error('No change of tasks.');
      expect(more).toEqual([]);
      expect((await change.items().toArray()).map(({ data }) => data.title).slice(3)).toEqual(titles);
      sandbox.clock.advance({ minutes: 1 });
      since = sandbox.clock.now();
      expect(await care.changes({ type: 'tasks', since }).toArray()).toEqual([]);
    };
    const [first, second] = ['One', 'Two'].map((title) => sandbox.control.assignTask(url, { title }));
    await moved(['One', 'Two']);
    sandbox.control.completeTask(first ?? '');
    await moved(['Two']);
    sandbox.control.deleteTask(second ?? '');
    await moved([]);
  },
  { clock: { frozen: true } },
);

rule('TRAP-29', 'an API user reaches everything but what is bound to a role', async ({ sandbox, as, raw }) => {
  const token = sandbox.tokens.apiUserPlain;
  const bound = [
    '/export/items',
    '/changes?type=tasks&since=2026-03-02T09:00:00',
    '/configuration/apiusers/errorlog/items',
    '/configuration/clientaccess/accesslog/items',
  ];
  for (const path of bound) expect([path, (await raw('GET', path, { token })).status]).toEqual([path, 403]);
  const plain = await as(token);
  const refused = [
    () => plain.exports().first(),
    () => plain.startExport({ name: 'client' }),
    () => plain.changes({ type: 'tasks', since: new Date() }).first(),
    () => plain.apiErrors().first(),
    () => plain.clientAccessLog().first(),
  ];
  for (const call of refused) expect(await failureOf(call())).toMatchObject({ name: 'ForbiddenError', status: 403 });

  expect(await plain.clients().toArray()).toHaveLength(14);
  const client = await plain.client({ id: 'EHR-1042' });
  const open = [
    client.diaryEntries(),
    client.tasks(),
    client.conversations(),
    client.relations(),
    plain.labels(),
    plain.professionals(),
  ];
  for (const list of open) expect(await list.first()).toBeDefined();
});

rule(
  'TRAP-30',
  'a charset is read however it is written, and written as each endpoint does',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1044' });
    const response = await raw('GET', client.url);
    expect(response.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    const calendar = (await care.client({ id: 'EHR-1042' })).links.get('planning.ics').url;
    expect((await raw('GET', calendar)).headers.get('content-type')).toBe('text/calendar;charset=utf-8');

    const headers = { 'Content-Type': 'Application/JSON; Charset="utf-8"' };
    sandbox.faults.add({ kind: 'response', status: 200, body: JSON.stringify(client), headers });
    expect((await client.refresh()).data.first_name).toBe('Zoë');
    const latin = await connect({
      baseUrl: sandbox.baseUrl,
      token: sandbox.tokens.apiUser,
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set('accept-charset', 'iso-8859-1');
        return sandbox.fetch(request);
      },
    });
    expect((await latin.client({ id: 'EHR-1044' })).data.first_name).toBe('Zoë');
  },
);

rule(
  'TRAP-31',
  'the list of exports shows those of others, but only to whom a job belongs it offers what to do',
  async ({ sandbox, as, raw }) => {
    const officer = await as(sandbox.tokens.dataOfficer);
    const job = await officer.startExport({ name: 'client' });
    const own = await get(raw, '/export/items', sandbox.tokens.dataOfficer);
    const other = await get(raw, '/export/items');
    expect([own, other].map(({ '@items': [item] }) => item && linkNames(item))).toEqual([['cancel'], []]);

    const { care, sent } = await recorded(sandbox);
    const [listed] = await care.exports().toArray();
    expect([listed?.url, listed?.ready]).toEqual([job.url, false]);
    await expect(listed?.cancel()).rejects.toThrow(LinkNotFoundError);
    expect(sent.map(({ method }) => method)).not.toContain('POST');
    expect((await json(raw('POST', `${job.url}/cancel`))).code).toBe(401);
    await job.cancel();
    expect((await job.refresh()).data.state).toBe('cancelled');
  },
);
