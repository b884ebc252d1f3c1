import type { Application, ConnectOptions, Fetch } from 'care-platform';
import { HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { messageList } from '../support/message-list.js';
import { empty, json, lost, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { refusedAt } from '../support/thrown.js';

const platform = scriptedPlatform();
const mocked: string[] = [];
afterEach(() => {
  for (const path of mocked.splice(0)) vi.doUnmock(path);
});

function mock(module: string, factory: Parameters<typeof vi.doMock>[1]): void {
  const path = `../../src/${module}.js`;
  mocked.push(path);
  vi.doMock(path, factory);
}

/** Problems of a refusal that quotes what was sent. */
const secretProblems = [
  { name: 'infix', message: "'Secret' is too long." },
  { name: 'Secret', message: 'Unknown.' },
];

/** As if its file is gone from the server. */
const gone = (module: string) =>
  mock(module, () => {
    throw new Error(`${module} is gone`);
  });

test.each<[string, string, 'GET' | 'POST', string, (care: Application) => Promise<unknown>]>([
  ['resources/application/entry-work', 'files', 'GET', '/x', (care) => care.file({ url: `${baseUrl}/x` })],
  ['transport/stream', 'files', 'GET', '/x', (care) => care.file({ url: `${baseUrl}/x` })],
  [
    ...(['transport/extras', 'options of `connect` and of calls', 'GET', '/x'] as const),
    (care) => care.request({ url: 'x' }, { retry: { until: '15m' } }),
  ],
  ['resources/exports/exports', 'exports', 'POST', '/export', (care) => care.startExport({ name: 'client' })],
])('a call whose %s cannot be loaded reports that, and sends nothing until it can', async (...values) => {
  const [module, name, method, path, call] = values;
  gone(module);
  // With a throttle of its own, `connect` would load a module too.
  const care = await platform.connect({ throttle: undefined });
  platform.on(method, path, method === 'GET' ? empty() : json(exportJobDocument(), 201));
  await expect(call(care)).rejects.toMatchObject({
    name: 'LazyLoadError',
    message: expect.stringContaining(name),
    cause: expect.any(Error),
  });
  expect(platform.seen).toEqual([]);
  vi.doUnmock(`../../src/${module}.js`);
  await call(care);
  expect(platform.seen).toHaveLength(1);
});

test('a calendar that has come is not given with its folds if what unfolds it cannot be loaded', async () => {
  gone('transport/stream');
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('GET', '/c/1/planning/ics', page('SUMMARY:A\r\n B\r\n', 200, 'text/calendar'));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await expect(client.calendar()).rejects.toMatchObject({ name: 'LazyLoadError' });
  vi.doUnmock('../../src/transport/stream.js');
  expect(await client.calendar()).toBe('SUMMARY:AB\r\n');
});

test('`connect` with a `fetch` whose adapter cannot be loaded reports that, and sends nothing', async () => {
  gone('transport/extras');
  const sent: string[] = [];
  const own: Fetch = (url, init) => {
    sent.push(url);
    return fetch(url, init);
  };
  await expect(platform.connect({ fetch: own })).rejects.toMatchObject({
    name: 'LazyLoadError',
    cause: expect.any(Error),
  });
  expect(sent).toEqual([]);
  vi.doUnmock('../../src/transport/extras.js');
  await platform.connect({ fetch: own });
  expect(sent).toHaveLength(1);
});

test.each<[string, Partial<ConnectOptions>]>([
  ['headers', { headers: { 'X-Gateway-Key': 'k3y' } }],
  ['hooks', { hooks: { beforeCall: () => undefined } }],
  ['logger', { logger: { warn: () => undefined } }],
  ['mapLink', { mapLink: 'base' }],
])('`connect` with `%s`, whose check cannot be loaded, reports that and sends nothing', async (_, options) => {
  gone('transport/extras');
  await expect(platform.connect(options)).rejects.toMatchObject({ name: 'LazyLoadError' });
  expect(platform.seen).toEqual([]);
  vi.doUnmock('../../src/transport/extras.js');
  await platform.connect(options);
});

test('a call that is aborted while its module is loaded sends nothing once that is there', async () => {
  let arrive: () => void = () => undefined;
  const journey = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  mock('resources/exports/exports', async (importOriginal) => {
    await journey;
    return (importOriginal as () => Promise<object>)();
  });
  const care = await platform.connect();
  platform.on('POST', '/export', json(exportJobDocument(), 201));
  const stop = new AbortController();
  const start = care.startExport({ name: 'client' }, { signal: stop.signal });
  stop.abort('enough');
  arrive();
  await expect(start).rejects.toBe('enough');
  expect(platform.seen).toEqual([]);
});

test('a refusal whose texts cannot be redacted shows none of them, and keeps its class and the fields that were sent', async () => {
  gone('transport/failures/redact-text');
  const care = await platform.connect();
  platform.on('PATCH', '/x', refusal(400, 'Secret is refused.', secretProblems));
  const failure: unknown = await care
    .updateClient({ url: `${baseUrl}/x` }, { infix: 'Secret' })
    .catch((error) => error);
  expect(failure).toMatchObject({
    name: 'InvalidInputError',
    reason: '[…]',
    problems: [
      { name: 'infix', message: '[…]' },
      { name: '[…]', message: '[…]' },
    ],
  });
  expect(`${failure} ${JSON.stringify(failure)}`).not.toContain('Secret');
});

test('a connection that breaks is a `ConnectionError`, also if the lazy module of failures cannot be loaded', async () => {
  for (const module of ['network-failure', 'diagnose']) gone(`transport/failures/${module}`);
  const care = await platform.connect({ retry: 0 });
  platform.on('GET', '/x', lost);
  await expect(care.open(`${baseUrl}/x`)).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
});

test('a connection that fails is reported without its cause if the module that knows it cannot be loaded', async () => {
  gone('transport/failures/diagnose');
  const { throttle } = platform;
  const care = await connectedTo(() => Promise.reject(refusedAt(443)), { retry: 0, throttle });
  await expect(care.request({ url: 'c/8f31' })).rejects.toMatchObject({
    name: 'ConnectionError',
    code: 'ECONNREFUSED',
    mayHaveArrived: true,
  });
});

test('a redirect is followed, or refused if it leads elsewhere, also if the lazy module of failures cannot be loaded', async () => {
  gone('transport/failures/explanations');
  const care = await platform.connect();
  const redirectTo =
    (location: string): Responder =>
    () =>
      new HttpResponse(null, { status: 302, headers: { location } });
  platform.on('GET', '/a', redirectTo('b'));
  platform.on('GET', '/b', json({ a: 1 }));
  platform.on('GET', '/away', redirectTo('https://evil.example/'));
  platform.on('PATCH', '/a', redirectTo('b'));
  await expect(care.request({ url: 'a' })).resolves.toMatchObject({ data: { a: 1 } });
  await expect(care.request({ url: 'away' })).rejects.toMatchObject({ name: 'ForeignLinkError' });
  await expect(care.request({ method: 'PATCH', url: 'a' })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    cause: { name: 'UnexpectedResponseError', status: 302 },
  });
});

test('the messages of modules that cannot be loaded read as in lazy-modules.txt', async () => {
  for (const module of [
    'resources/application/entry-work',
    'resources/exports/exports',
    'transport/failures/redact-text',
  ])
    gone(module);
  const care = await platform.connect();
  platform.on('PATCH', '/aux/client/id/EHR-1', refusal(400, 'Secret is refused.', secretProblems));
  const list = await messageList({
    'Modules that cannot be loaded': {
      'a file': () => care.file({ url: `${baseUrl}/x` }),
      'a write': () => care.startExport({ name: 'client' }),
      'what redacts the texts of a refusal': () => care.updateClient({ id: 'EHR-1' }, { infix: 'Secret' }),
    },
  });
  await expect(list).toMatchFileSnapshot('lazy-modules.txt');
});
