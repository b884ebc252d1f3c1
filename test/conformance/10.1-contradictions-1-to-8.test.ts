import {
  ConversationsChange,
  connect,
  ExportFailedError,
  InputError,
  inlineFile,
  LinkNotFoundError,
} from 'care-platform';
import type { Sandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { pixels } from './pixels.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, invalidQuery, refusal, requestsOf } from './wire.js';

/** How many of so many requests at once are refused, from the first on. */
async function refusedOf(sandbox: Sandbox, requests: number): Promise<number> {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.control.reset();
  const burst = await Promise.all(
    Array.from({ length: requests }, async () => (await sandbox.fetch(sandbox.baseUrl)).status),
  );
  return burst.filter((status) => status === 429).length;
}

rule(
  'TRAP-1',
  'thirty requests a second go through unless both sides are set to the lower total of twenty',
  async ({ sandbox, care }) => {
    expect(care.throttle.stats().requestsPerSecond).toBeCloseTo(30);
    const { origin } = new URL(sandbox.baseUrl.replace('sandbox.', 'twenty.'));
    const slower = await connect({
      baseUrl: origin,
      token: sandbox.tokens.apiUser,
      throttle: { requestsPerSecond: 20 },
      fetch: (_, init) => sandbox.fetch(sandbox.baseUrl, init),
    });
    expect(slower.throttle.stats().requestsPerSecond).toBeCloseTo(20);

    expect(await refusedOf(sandbox, 60)).toBe(30);
  },
  { limits: {} },
);

rule(
  'TRAP-1',
  'the total of twenty refuses what thirty for one address would let through',
  async ({ sandbox }) => {
    expect(await refusedOf(sandbox, 60)).toBe(40);
  },
  { limits: { totalPerSecond: 20 } },
);

rule(
  'TRAP-2',
  'content types of items and those of the filter are two sets, and items may have any type',
  async ({ sandbox, care, raw }) => {
    const filtered = (type: string) => `/catalogue/items?limit=50&content_types=${encodeURIComponent(type)}`;
    const missing = ['document', 'reusable pages', 'template rom entry', 'template screening signup'];
    for (const type of missing) {
      const response = await refusal(raw('GET', filtered(type)));
      expect(response).toEqual(invalidQuery(['content_types', 'Unknown value.']));
    }
    // @ts-expect-error: a type of items only
    expect(() => care.catalogue({ limit: 1, contentTypes: ['document'] })).toThrow(InputError);

    const actionPlans = care.catalogue({ limit: 50, contentTypes: ['action plan'] });
    expect(await actionPlans.toArray()).toEqual([]);
    sandbox.control.addCatalogueItem({ id: 'plan-1', content_type: 'action plan' });
    const [plan] = await actionPlans.toArray();
    expect(plan?.data).toMatchObject({ id: 'plan-1', content_type: 'action plan' });

    const { '@items': items } = await get(raw, '/catalogue/items?limit=50');
    const types = new Set(items.map(({ content_type }) => content_type));
    expect(types.size).toBe(12);
    for (const type of types) {
      const accepted = !missing.includes(String(type));
      expect([type, (await raw('GET', filtered(String(type)))).status]).toEqual([type, accepted ? 200 : 400]);
    }
  },
);

rule(
  'TRAP-3',
  'a change of conversations is read in its plural and its singular spelling',
  async ({ sandbox, care, raw }) => {
    const { url } = await care.client({ id: 'EHR-1042' });
    sandbox.control.addConversation(url);
    const since = new Date(sandbox.clock.now().getTime() - 60_000);
    for (const [changeType, spelling] of [
      ['plural', 'conversations'],
      ['singular', 'conversation'],
    ] as const) {
      sandbox.settings.changeType = changeType;
      const path = `/changes?type=conversations&since=${since.toISOString().slice(0, 19)}`;
      const [item] = (await get(raw, path))['@items'];
      expect(item?.['@type']).toBe(`https://care.example/ns/change/${spelling}`);
      const change = await care.changes({ type: 'conversations', since }).first();
      expect(change).toBeInstanceOf(ConversationsChange);
      expect(await change?.items().toArray()).toHaveLength(7);
    }
  },
);

rule(
  'TRAP-4',
  'an export is pending or ready by its links, and the narrative words for its state are read as well',
  async ({ sandbox, care, raw }) => {
    const job = await care.startExport({ name: 'client' });
    const seen = [(await get(raw, job.url)).state];
    for (let step = 0; step < 3; step++) {
      sandbox.control.stepExport(job.url);
      seen.push((await get(raw, job.url)).state);
    }
    expect(seen).toEqual(['queued', 'started', 'completed', 'archived']);

    const download = { name: 'download', url: `${job.url}/download` };
    respondOnce(sandbox, job.url, job, { state: 'pending' });
    respondOnce(sandbox, job.url, job, { state: 'started' });
    respondOnce(sandbox, job.url, job, { state: 'ready', '@links': [download] });
    const states: string[] = [];
    const ready = await job.waitForCompletion({
      interval: 1,
      onProgress: ({ data, ended }) => states.push(`${data.state} ${ended}`),
    });
    expect(states).toEqual(['queued false', 'pending false', 'started false', 'ready true']);
    expect(ready.ready).toBe(true);
  },
  { clock: { frozen: true }, settings: { exportQueuedFor: null, exportRunsFor: null } },
);

rule(
  'TRAP-5',
  'a failed or cancelled export has no links to finish with and is not archived, a completed one is',
  async ({ sandbox, care }) => {
    const [failed, cancelled, completed] = [
      await care.startExport({ name: 'client' }),
      await care.startExport({ name: 'client' }),
      await care.startExport({ name: 'client' }),
    ];
    sandbox.control.failExport(failed.url);
    await cancelled.cancel();
    sandbox.control.stepExport(completed.url);
    sandbox.control.stepExport(completed.url);
    expect((await completed.refresh()).links.names()).toEqual(['archive', 'download']);

    for (const job of [await failed.refresh(), await cancelled.refresh()]) {
      expect([job.links.names(), job.ready, job.ended]).toEqual([[], false, true]);
      await expect(job.waitForCompletion()).rejects.toThrow(ExportFailedError);
      const requests = requestsOf(sandbox, () => expect(job.download()).rejects.toThrow(LinkNotFoundError));
      expect(await requests).toEqual([]);
    }
    sandbox.clock.advance({ hours: 24 });
    const states = [await failed.refresh(), await cancelled.refresh(), await completed.refresh()];
    expect(states.map(({ data }) => data.state)).toEqual(['failed', 'cancelled', 'archived']);
  },
  { clock: { frozen: true }, settings: { exportQueuedFor: null, exportRunsFor: null } },
);

rule('TRAP-6', 'a picture goes out as bytes and comes back as a reference to them', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1043' });
  await client.update({ picture: await inlineFile(pixels, 'face.png') });
  const picture = { '@type': 'base64', data: 'iVBORwECAw==', filename: 'face.png' };
  expect(sent.at(-1)?.body).toEqual({ picture });

  const stored = (await get(raw, client.url)).picture;
  const url = expect.stringContaining('/files/');
  expect(stored).toEqual({ '@type': 'link', url, size: 7, content_type: 'image/png', filename: 'face.png' });
  const read = await client.refresh();
  expect(read.data.picture).toEqual(stored);
  if (read.data.picture == null) throw new Error('No picture.');
  expect(await (await care.file(read.data.picture)).bytes()).toEqual(pixels);
});

rule(
  'TRAP-7',
  'an age is counted in whole years at the UTC date, and is null or absent without a date of birth',
  async ({ sandbox, care, raw }) => {
    const client = await care.createClient({ ...newClient, date_of_birth: '1990-03-03' });
    sandbox.clock.set(new Date('2026-03-02T23:59:59Z'));
    expect((await client.refresh()).data.age).toBe(35);
    sandbox.clock.advance({ seconds: 1 });
    expect((await get(raw, client.url)).age).toBe(36);
    expect((await client.refresh()).data.age).toBe(36);

    sandbox.settings.fields.client.date_of_birth = false;
    const without = await get(raw, client.url);
    expect([without.age, 'date_of_birth' in without]).toEqual([null, false]);
    expect((await client.refresh()).data).toMatchObject({ age: null });
    respondOnce(sandbox, client.url, client, { age: undefined });
    expect((await client.refresh()).data).not.toHaveProperty('age');
  },
  { clock: { frozen: true } },
);

rule('TRAP-8', 'a new client needs a date of birth only if the platform keeps it', async ({ sandbox, care, raw }) => {
  const problems = [['date_of_birth', 'Required input is missing.']] as const;
  const { date_of_birth: _, ...withoutBirth } = newClient;
  const response = await refusal(raw('POST', '/c', { json: withoutBirth }));
  expect(response).toEqual(invalidJson(...problems));
  expect(await failureOf(care.createClient(withoutBirth))).toMatchObject(asError(invalidJson(...problems)));

  sandbox.settings.fields.client.date_of_birth = false;
  const created = await care.createClient(withoutBirth);
  expect(created.data).not.toHaveProperty('date_of_birth');
  expect(await get(raw, created.url)).not.toHaveProperty('date_of_birth');
});
