import { ExportJob, isKnownChoice } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { get, json } from './wire.js';

/** A new job, and the same job later, as both sides see it. */
async function exported({ care, raw, sandbox }: Scene) {
  const begun = await care.startExport({ name: 'client' });
  const now = async () => ({ read: await begun.refresh(), wire: await get(raw, begun.url) });
  const step = async () => {
    sandbox.control.stepExport(begun.url);
    return now();
  };
  return { begun, now, step };
}

rule('EXP-1', 'an export job has a type of its own', async (scene) => {
  const { begun, now } = await exported(scene);
  const type = scene.care.type.replace(/application$/, 'export/job');
  expect(begun).toBeInstanceOf(ExportJob);
  expect([begun.type, (await now()).wire['@type']]).toEqual([type, type]);
});

rule(
  'EXP-2',
  'a job has the time of its creation, in UTC',
  async (scene) => {
    const { begun, now } = await exported(scene);
    scene.sandbox.clock.advance({ minutes: 1 });
    expect((await now()).wire.created).toBe('2026-03-02T09:00:00');
    expect(begun.data.created).toEqual(new Date('2026-03-02T09:00:00Z'));
  },
  exportsByHand,
);

rule(
  'EXP-3',
  'a job has the time of its start, null until then',
  async (scene) => {
    const { begun, now, step } = await exported(scene);
    expect([begun.data.started, (await now()).wire.started]).toEqual([null, null]);
    scene.sandbox.clock.advance({ minutes: 1 });
    const { read, wire } = await step();
    expect(wire.started).toBe('2026-03-02T09:01:00');
    expect(read.data.started).toEqual(new Date('2026-03-02T09:01:00Z'));
  },
  exportsByHand,
);

rule(
  'EXP-4',
  'a job has the time of its completion, null until then',
  async (scene) => {
    const { begun, step } = await exported(scene);
    const started = await step();
    expect([begun.data.completed, started.read.data.completed, started.wire.completed]).toEqual([null, null, null]);
    scene.sandbox.clock.advance({ minutes: 2 });
    const { read, wire } = await step();
    expect(wire.completed).toBe('2026-03-02T09:02:00');
    expect(read.data.completed).toEqual(new Date('2026-03-02T09:02:00Z'));
  },
  exportsByHand,
);

rule('EXP-5', 'a job has a description for people', async (scene) => {
  const { begun, now } = await exported(scene);
  const { description } = (await now()).wire;
  expect(description).toBe('Export of client as json by sandbox-ehr');
  expect(begun.data.description).toBe(description);
});

rule(
  'EXP-6',
  'a job is in one of six states, and one of another word is passed through',
  async (scene) => {
    const states = ['archived', 'cancelled', 'completed', 'failed', 'queued', 'started'] as const;
    const seen = new Set<unknown>();
    const { now, step } = await exported(scene);
    const watch = ({ read, wire }: Awaited<ReturnType<typeof now>>) => {
      expect(read.data.state).toBe(wire.state);
      seen.add(wire.state);
    };
    for (const look of [now, step, step, step]) watch(await look());
    const cancelled = await exported(scene);
    await cancelled.begun.cancel();
    watch(await cancelled.now());
    const failed = await exported(scene);
    scene.sandbox.control.failExport(failed.begun.url);
    watch(await failed.now());
    expect(seen).toEqual(new Set(states));

    const body = { ...(await failed.now()).wire, state: 'paused' };
    scene.sandbox.faults.add({ kind: 'response', status: 200, body: JSON.parse(JSON.stringify(body)) });
    const { state } = (await failed.begun.refresh()).data;
    expect([state, isKnownChoice(states, state)]).toEqual(['paused', false]);
  },
  exportsByHand,
);

rule('EXP-7', 'a job has the internal id of its creator', async (scene) => {
  const { begun, now } = await exported(scene);
  const [apiUser] = scene.sandbox.control.users('apiUser');
  expect((await now()).wire.user_id).toBe(apiUser?.key);
  expect(begun.data.user_id).toBe(apiUser?.key);
  const officer = await scene.as(scene.sandbox.tokens.dataOfficer);
  const theirs = (await officer.startExport({ name: 'client' })).data.user_id;
  const professionals = scene.sandbox.control.users('professional');
  expect(professionals.find(({ key }) => key === theirs)?.id).toBe('PRO-5');
});

rule(
  'EXP-8',
  'a failed job has its error, any other has none',
  async (scene) => {
    const { now, step } = await exported(scene);
    for (const look of [now, step, step]) {
      const { read, wire } = await look();
      expect([read.data.error, wire.error]).toEqual([null, null]);
    }
    const failed = await exported(scene);
    const error = { message: 'Too many clients', extra: [{ name: 'client', message: 'over 1000' }] };
    scene.sandbox.control.failExport(failed.begun.url, error);
    const { read, wire } = await failed.now();
    expect(wire.error).toEqual(error);
    expect(read.data.error).toEqual(error);
  },
  exportsByHand,
);

rule(
  'EXP-9, EXP-10',
  'file name, type and encoding of the output are null until there is one',
  async (scene) => {
    scene.sandbox.settings.exportGzip = true;
    const { begun, now, step } = await exported(scene);
    const nothing = { filename: null, content_type: null, content_encoding: null };
    for (const look of [now, step]) {
      const { read, wire } = await look();
      expect(wire).toMatchObject(nothing);
      expect(read.data).toMatchObject(nothing);
    }
    const { read, wire } = await step();
    const key = begun.url.split('/').at(-1);
    const output = { filename: `client-${key}.json`, content_type: 'application/json', content_encoding: 'gzip' };
    expect(wire).toMatchObject(output);
    expect(read.data).toMatchObject(output);
    scene.sandbox.settings.exportGzip = false;
    const plain = await exported(scene);
    await plain.step();
    expect((await plain.step()).read.data.content_encoding).toBeNull();
  },
  exportsByHand,
);

rule(
  'EXP-11',
  'the length of the output is 0 on a new job, and then that of the file',
  async (scene) => {
    const { begun, now, step } = await exported(scene);
    expect([begun.data.content_length, (await now()).wire.content_length]).toEqual([0, 0]);
    await step();
    const { read, wire } = await step();
    const bytes = await (await read.download()).bytes();
    expect(bytes.length).toBeGreaterThan(0);
    expect([read.data.content_length, wire.content_length]).toEqual([bytes.length, bytes.length]);
  },
  exportsByHand,
);

rule(
  'EXP-12',
  'a job lists when it was downloaded, and nothing before that',
  async (scene) => {
    const { begun, now, step } = await exported(scene);
    await step();
    const { read, wire } = await step();
    expect([begun.data.downloaded_on, read.data.downloaded_on, wire.downloaded_on]).toEqual([[], [], []]);
    await (await read.download()).bytes();
    scene.sandbox.clock.advance({ hours: 1 });
    expect((await scene.raw('GET', read.links.get('download').url)).status).toBe(200);
    const times = ['2026-03-02T09:00:00', '2026-03-02T10:00:00'];
    const later = await now();
    expect(later.wire.downloaded_on).toEqual(times);
    expect(later.read.data.downloaded_on).toEqual(times.map((time) => new Date(`${time}Z`)));
  },
  exportsByHand,
);

rule(
  'EXP-21, EXP-22',
  'a pending job can be cancelled, a finished one downloaded and archived, by its links',
  async (scene) => {
    const { now, step } = await exported(scene);
    for (const [look, names] of [
      [now, ['cancel']],
      [step, ['cancel']],
      [step, ['archive', 'download']],
      [step, []],
    ] as const) {
      const { read, wire } = await look();
      expect(wire['@links'].map(({ name }) => name)).toEqual(names);
      expect(read.links.names()).toEqual(names);
      expect(read.ready).toBe(names.some((name) => name === 'download'));
    }
    const { begun } = await exported(scene);
    await expect(begun.download()).rejects.toMatchObject({ name: 'LinkNotFoundError', wanted: 'download' });
    expect((await json(scene.raw('GET', begun.url)))['@links']).toEqual([
      { name: 'cancel', url: `${begun.url}/cancel` },
    ]);
  },
  exportsByHand,
);
