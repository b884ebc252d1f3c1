import { isCareError, memoryCursor } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { newClient } from '../../support/people.js';
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts';

const exposed: PlatformOptions = { exposedHeaders: ['Location', 'Retry-After', 'Date', 'Content-Disposition'] };
/** Where a connection breaks, a browser may send the same again by itself; where a response never comes, it does not. */
const lost = (when: 'before' | 'after') => ({ kind: 'stall', when, method: 'POST' }) as const;
const impatient = { timeout: 700 };
/** As the response of a write that this release of the platform does not show. */
const withoutBody = { kind: 'response', status: 201, headers: { Location: '/api/2/c/nova' }, method: 'POST' } as const;

async function finishedExport(platform: Platform) {
  const care = await platform.connect('dataOfficer');
  const job = await care.startExport({ name: 'client', output_format: 'csv' });
  return job.waitForCompletion({ interval: 100 });
}

describe.each([
  ['a page that may read no header', {}],
  ['a page that may read all', exposed],
])('%s', (_, options) => {
  test('creates: the body has the new resource and its URL', async () => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    const client = await care.createClient(newClient);
    const colleague = await care.professional({ id: 'PRO-1' });
    const relation = await client.addRelation({ professional: colleague, predicate: 'attends' });

    expect(new URL(client.url).pathname).toMatch(/^\/api\/2\/c\/\w+$/);
    expect(new URL(relation.url).pathname).toMatch(/\/relations\/\w+/);
    expect((await client.refresh()).data.name).toBe('Nova Nieuw');
  });

  test('retries a request that was refused for the rate', async () => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    await platform.fail({ kind: 'response', status: 429, headers: { 'Retry-After': '1' }, method: 'POST' });
    const label = await care.createLabel('A label');

    expect(label.data.label).toBe('A label');
    expect(care.throttle.stats()).toMatchObject({ sent: 3, rateLimited: 1 });
  });

  test('follows changes', async () => {
    const platform = await openPlatform(options);
    // Of the users only API users are told; what is shown of their responses is the same for all.
    const care = await platform.connect('apiUser');
    const client = await care.client({ id: 'EHR-1042' });
    const cursor = memoryCursor(new Date().toISOString());
    await platform.control('assignTask', client.url);
    const signal = AbortSignal.timeout(20_000);

    const events = care.watchChanges({ types: ['tasks'], cursor, signal });
    const { value } = await events.next();
    await events.return();
    expect(value).toMatchObject({ kind: 'change', change: { data: { user: { url: client.url } } } });
  });

  test('finds out whether a relation was added if its response was lost', async () => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    const client = await care.client({ id: 'EHR-1043' });
    const professional = await care.professional({ id: 'PRO-2' });
    await platform.fail(lost('before'), lost('after'));
    await client.addRelation({ professional, predicate: 'attends' }, impatient);

    const relations = await client.relations().toArray();
    const those = relations.filter(({ data }) => data.professional.url === professional.url);
    expect(those).toHaveLength(1);
  });

  test('takes a download and its name', async () => {
    const platform = await openPlatform(options);
    const done = await finishedExport(platform);
    const download = await done.download();

    expect(download.filename).toBe(done.data.filename);
    expect(download.size).toBe(done.data.content_length);
    expect((await download.bytes()).length).toBe(done.data.content_length);
  });
});

describe('values that only headers carry', () => {
  test.each([
    ['unknown to a page that may not read them', {}, 'OutcomeUnknownError'],
    ['shown to a page that may read it', exposed, 'Nova Nieuw'],
  ])('are missing, and a client whose response was lost is found all the same: %s', async (_, options, outcome) => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    await platform.fail(lost('after'));
    const client = await care.createClient(newClient, impatient).catch((error: unknown) => error);

    expect(isCareError(client) ? client.name : (client as { data: { name: string } }).data.name).toBe(outcome);
    const found = await care.searchClients({ email: newClient.email }).toArray();
    expect(found).toHaveLength(1);
  });

  test.each([
    ['of its own', {}, 0],
    ['as long as it says', exposed, 1900],
  ])('are missing, and a platform that refuses gets no requests for a time %s', async (_, options, least) => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    await platform.fail({ kind: 'response', status: 429, headers: { 'Retry-After': '2' }, method: 'POST' });
    const begun = performance.now();
    await care.createLabel('A label');

    const took = performance.now() - begun;
    expect(took).toBeGreaterThan(least);
  });

  test.each([
    ['not shown to a page that may not read it', {}, undefined],
    ['shown to a page that may read it', exposed, '/api/2/c/nova'],
  ])('are missing, and a creation without a body has no URL: %s', async (_, options, path) => {
    const platform = await openPlatform(options);
    const care = await platform.connect('applicationManager');
    await platform.fail(withoutBody);
    const response = await care.request({ method: 'POST', url: 'c', body: { ...newClient } });

    expect(response.location === undefined ? undefined : new URL(response.location, platform.baseUrl).pathname).toBe(
      path,
    );
  });
});
