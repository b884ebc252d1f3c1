import { createSandbox, type Sandbox, type SandboxOptions, SandboxStateError } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { changedState } from '../support/changed-state.js';
import { ask, linkUrl } from './api.js';
import { endedJob, readJob, startJob } from './export-job.js';

const picture = {
  '@type': 'base64',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  filename: 'a "b".png',
} as const;

const frozen = { limits: false, clock: { frozen: true } } as const;

/** A resource that a request has created. */
async function created(sandbox: Sandbox, url: string, body: object) {
  const reply = await ask(sandbox, 'POST', url, { body });
  expect(reply.status).toBe(201);
  return reply.body;
}

/** A sandbox in which something of every kind was created or changed. */
async function usedSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = createSandbox({ ...frozen, seed: 7, ...options });
  const { control, clock, settings } = sandbox;
  clock.advance({ days: 3 });
  settings.name = 'Changed';
  settings.historySize = Number.POSITIVE_INFINITY;
  const { identifier } = await created(sandbox, '/configuration/labels', { label: 'Nieuw' });
  const person = { first_name: 'Jo', last_name: 'Eigen', email: 'jo@mail.example', gender: 'f', active: true };
  const fields = { ...person, date_of_birth: '1990-01-15', id: 'A-1', labels: [identifier], picture };
  const client = await created(sandbox, '/c', fields);
  const diary = (await ask(sandbox, 'GET', linkUrl(client, 'diary'))).body;
  const forms = (await ask(sandbox, 'GET', linkUrl(diary, 'configuration'))).body['@schemas'];
  const [form] = forms as readonly { '@id': string }[];
  const entry = { '@type': form?.['@id'], dt: '2026-03-04T10:00:00', mood: 'good', tension: 3, photo: picture };
  await created(sandbox, linkUrl(diary, 'entries'), entry);
  control.addCatalogueItem({ id: 'own-1' });
  await created(sandbox, linkUrl(client, 'tools'), { id: 'own-1' });
  control.addRelation('A-1', 'PRO-1');
  control.assignTask('A-1', { title: 'Read this' });
  control.newMessage(control.addConversation('A-1', { subject: 'Hello', unread: 2 }));
  control.addPlannedEvent('A-1', { start: '2026-03-05T10:00:00' });
  control.setPermissions('PRO-1', ['changes']);
  control.addClient();
  await endedJob(sandbox);
  expect((await ask(sandbox, 'POST', '/c', { body: {} })).status).toBe(400);
  control.addHl7Error();
  control.failNextExport({ message: 'No room' });
  return sandbox;
}

/** Every document that the links of the platform lead to, by its URL, and the bytes of files. */
async function allDocuments(sandbox: Sandbox): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const queries = '?limit=1000&after=2026-03-01&before=2026-03-20&since=2026-03-01T00:00:00&type=tasks';
  const ids = ['A-1', 'EHR-1042', 'EHR-1043'].map((id) => `${sandbox.baseUrl}/aux/client/id/${id}`);
  const logs = ['apiusers/errorlog', 'carelink/errorlog', 'hl7/errorlog', 'clientaccess/accesslog'].map(
    (log) => `${sandbox.baseUrl}/configuration/${log}/items`,
  );
  const exports = `${sandbox.baseUrl}/export`;
  const open = [sandbox.baseUrl, ...ids, ...logs, `${exports}/items`];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (found.has(url) || url.includes('{')) continue;
    const token = url.startsWith(exports) ? sandbox.tokens.dataOfficer : sandbox.tokens.apiUser;
    const { text, status } = await ask(sandbox, 'GET', `${url}${url === sandbox.baseUrl ? '' : queries}`, { token });
    found.set(url, `${status} ${text}`);
    open.push(...[...text.matchAll(/"(?:@?url)":"(https:[^"]+)"/g)].map(([, next = '']) => next));
  }
  return found;
}

test('a restored sandbox responds to every request as the one that was saved', async () => {
  const sandbox = await usedSandbox();
  const restored = createSandbox({ limits: false, state: sandbox.save() });
  const [before, after] = [await allDocuments(sandbox), await allDocuments(restored)];
  expect(before.size).toBeGreaterThan(100);
  expect([...before.values()].filter((text) => text.startsWith('200')).length).toBeGreaterThan(60);
  expect(after).toEqual(before);
  expect(restored.tokens).toEqual(sandbox.tokens);
  expect(restored.control.users()).toEqual(sandbox.control.users());
  expect(restored.settings).toEqual(sandbox.settings);
  expect(restored.clock.now()).toEqual(sandbox.clock.now());
});

test('a restored sandbox goes on as the one that was saved: with its ids, its mails and what was planned', async () => {
  const sandbox = await usedSandbox();
  const restored = createSandbox({ limits: false, state: sandbox.save() });
  expect(restored.outbox).toEqual(sandbox.outbox);
  expect(restored.outbox).not.toEqual([]);
  const next = async (one: Sandbox) => {
    const { control } = one;
    await ask(one, 'POST', '/configuration/labels', { body: { label: 'Nieuw' } });
    const failing = await endedJob(one);
    const { key } = control.addClient();
    return [
      failing.state,
      control.user(key),
      control.issueToken(key),
      control.assignTask(key),
      await allDocuments(one),
    ];
  };
  expect(await next(restored)).toEqual(await next(sandbox));
});

test('an export job that was saved before its end goes on in the restored sandbox', async () => {
  const sandbox = createSandbox(frozen);
  const job = await startJob(sandbox);
  sandbox.control.stepExport(job['@url']);
  const restored = createSandbox({ limits: false, state: sandbox.save() });
  expect((await readJob(restored, job)).state).toBe('started');
  restored.clock.advance({ days: 1 });
  expect((await readJob(restored, job)).state).toBe('completed');
  restored.clock.advance({ days: 1 });
  expect((await readJob(restored, job)).state).toBe('archived');
});

test('a restored sandbox can be saved again, and a reset goes back to its first people', async () => {
  const sandbox = await usedSandbox({ people: [{ first_name: 'Own', last_name: 'Person', id: 'B-1' }] });
  const first = createSandbox({ limits: false, state: sandbox.save() });
  const second = createSandbox({ limits: false, state: first.save() });
  expect(await allDocuments(second)).toEqual(await allDocuments(sandbox));
  second.control.reset();
  sandbox.control.reset();
  expect(second.control.users()).toEqual(sandbox.control.users());
  expect(second.control.user('B-1').name).toBe('Own Person');
  expect(second.settings).toEqual(sandbox.settings);
  expect(second.clock.now()).toEqual(new Date('2026-03-02T09:00:00Z'));
});

test('a clock that runs has also run while the sandbox was saved, and one that stands still has not', async () => {
  const hour = 60 * 60 * 1000;
  const [running, still] = [createSandbox(), createSandbox(frozen)];
  const states = [running.save(), still.save()] as const;
  const { Date: RealDate } = globalThis;
  try {
    globalThis.Date = class extends RealDate {
      static override now = () => RealDate.now() + hour;
    } as DateConstructor;
    const passed = [createSandbox({ state: states[0] }), createSandbox({ state: states[1] })].map(
      ({ clock }, at) => clock.now().getTime() - ([running, still][at]?.clock.now().getTime() ?? 0),
    );
    expect(passed[0]).toBeGreaterThan(hour - 60_000);
    expect(passed[1]).toBe(0);
  } finally {
    globalThis.Date = RealDate;
  }
});

function reasonFor(options: SandboxOptions): string | undefined {
  try {
    createSandbox(options);
    return undefined;
  } catch (error) {
    if (error instanceof SandboxStateError) return error.reason;
    throw error;
  }
}

test('a state that is damaged, changed, incomplete or of another version is refused', () => {
  const state = createSandbox().save();
  expect(reasonFor({ state })).toBeUndefined();
  expect(reasonFor({ state: state.trim() })).toBeUndefined();
  const damaged = ['', '{}', 'null', state.slice(0, -100), state.replace('EHR-1042', 'EHR-9999'), `${state}x`];
  for (const text of damaged) expect(reasonFor({ state: text })).toBe('damaged');
  expect(reasonFor({ state: state.replace(/"sandboxState":\d+/, '"sandboxState":99') })).toBe('version');
});

test('a state with a right checksum and a wrong content is refused', () => {
  const state = createSandbox({ clients: 1 }).save();
  expect(reasonFor({ state: changedState(state, (nodes) => nodes) })).toBeUndefined();
  const contents = ['', '[', '[]', '{}', 'null', '[null]', '[["object",{"root":[0]}]]', '[["object",{"root":null}]]'];
  for (const content of contents) expect(reasonFor({ state: changedState(state, () => content) })).toBe('damaged');
  const changes: readonly (readonly [RegExp, string])[] = [
    ...['madeWith', 'settings', 'clock', 'memory', 'permissions', 'details', 'savedAt', 'created'].flatMap((name) =>
      ['null', '"text"', '[99999]', '[0]'].map((value) => [new RegExp(`("${name}":)\\[\\d+\\]`), value] as const),
    ),
    ...['users', 'tokens', 'labels', 'relations', 'files', 'outbox', 'ids', 'roleTokens', 'started'].flatMap((name) =>
      ['null', '[0]'].map((value) => [new RegExp(`(\\["${name}",)\\[\\d+\\]`), value] as const),
    ),
    [/("clients":)1/, '-1'],
    [/("frozen":)false/, '"no"'],
    [/("kind":)"client"/, '"cat"'],
    [/("key":)"[^"]+"/, '7'],
    [/(\["date",)\d+/, '"never"'],
    [/(\["class",)"Diary"/, '"Other"'],
    [/(\[)"map"/, '"other"'],
  ];
  for (const [pattern, value] of changes) {
    const changed = changedState(state, (nodes) => nodes.replace(pattern, `$1${value}`));
    expect([pattern, value, reasonFor({ state: changed })]).toEqual([pattern, value, 'damaged']);
  }
});

test('options that are given besides a state must be those with which it was made', () => {
  const people = [{ first_name: 'Jo', last_name: 'Eigen' }];
  const made = { clients: 3, seed: 5, people, settings: { name: 'Other' }, clock: { frozen: true } } as const;
  const state = createSandbox(made).save();
  expect(reasonFor({ state, ...made })).toBeUndefined();
  expect(reasonFor({ state, seed: 5, clock: {} })).toBeUndefined();
  expect(
    reasonFor({ state, people: [{ last_name: 'Eigen', id: undefined, first_name: 'Jo' }] } as never),
  ).toBeUndefined();
  const others: SandboxOptions[] = [
    { clients: 12 },
    { seed: 1 },
    { people: [] },
    { settings: {} },
    { clock: { frozen: false } },
    { clock: { start: new Date() } },
  ];
  for (const options of others) expect(reasonFor({ state, ...options })).toBe('options');
});
