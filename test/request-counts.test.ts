import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';

/** The fewest requests each job can be done with; thirty a second is all there is. */
describe('common jobs take no more requests than they must', () => {
  let sandbox: Sandbox;
  let care: Application;

  /** The paths asked for while the job ran. */
  async function requestsOf(job: () => Promise<unknown>): Promise<string[]> {
    const before = sandbox.journal.length;
    await job();
    return sandbox.journal.slice(before).map((entry) => `${entry.method} ${entry.path}`);
  }

  beforeEach(async () => {
    sandbox = createSandbox({ limits: false, clients: 25 });
    care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  });

  test('connecting takes one request', async () => {
    const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch };
    expect(await requestsOf(() => connect(options))).toHaveLength(1);
  });

  test('a client by external id takes one request', async () => {
    expect(await requestsOf(() => care.client({ id: 'EHR-1042' }))).toEqual(['GET /aux/client/id/EHR-1042']);
  });

  test("a client's tasks take one request after that", async () => {
    const client = await care.client({ id: 'EHR-1042' });
    expect(await requestsOf(() => client.tasks().toArray())).toHaveLength(1);
  });

  test('diary entries are read by the shortcut of the client, with one request', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const requests = await requestsOf(() => client.diaryEntries().toArray());
    expect(requests).toEqual([expect.stringMatching(/\/diary\/entries\/items$/)]);
  });

  test('diary entries in pages take one request a page and one that proves the end', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const count = (await client.diaryEntries().toArray()).length;
    const requests = await requestsOf(() => client.diaryEntries({ limit: count }).toArray());
    expect(requests).toHaveLength(2);
    expect(new Set(requests).size).toBe(1);
    expect(requests[0]).toMatch(/\/diary\/entries\/items$/);
  });

  test('clients are listed with one request a page if the platform reports the total', async () => {
    expect(await requestsOf(() => care.clients({ limit: 100 }).toArray())).toHaveLength(1);
    expect(await requestsOf(() => care.clients({ limit: 15 }).toArray())).toHaveLength(2);
  });

  test('clients are listed with one request a page and one that proves the end if it does not', async () => {
    sandbox.settings.totals = 'null';
    expect(await requestsOf(() => care.clients({ limit: 100 }).toArray())).toHaveLength(2);
    expect(await requestsOf(() => care.clients({ limit: 15 }).toArray())).toHaveLength(3);
  });

  test('changing a client known by its external id takes one request', async () => {
    const change = () => care.updateClient({ id: 'EHR-1042' }, { phone_number: null });
    expect(await requestsOf(change)).toEqual(['PATCH /aux/client/id/EHR-1042']);
  });

  test('the first of a list takes one request for one item', async () => {
    const requests = await requestsOf(() => care.clients().first());
    expect(requests).toHaveLength(1);
  });

  test('stopping in the middle of a page asks for no further page', async () => {
    const stop = async () => {
      for await (const _ of care.clients({ limit: 5 })) break;
    };
    expect(await requestsOf(stop)).toHaveLength(1);
  });

  test('planned events, relations and conversations of a client take one request each', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const days = { after: '2026-03-01', before: '2026-03-08' };
    expect(await requestsOf(() => client.plannedEvents(days).toArray())).toHaveLength(1);
    expect(await requestsOf(() => client.relations().toArray())).toHaveLength(1);
    expect(await requestsOf(() => client.conversations({ limit: 50 }).first())).toHaveLength(1);
  });

  test('navigating from an item of a list costs one request for its links, once', async () => {
    const client = await care.searchClients({ id: 'EHR-1042' }).first();
    expect(await requestsOf(() => client?.tasks().toArray() ?? Promise.reject())).toHaveLength(2);
    expect(await requestsOf(() => client?.tasks().toArray() ?? Promise.reject())).toHaveLength(1);
  });
});
