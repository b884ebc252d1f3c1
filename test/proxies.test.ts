import * as care from 'care-platform';
import {
  type Client,
  type Fetch,
  InputError,
  isCareError,
  OutcomeUnknownError,
  type Resource,
  UnexpectedResponseError,
} from 'care-platform';
import * as calendarEntry from 'care-platform/calendar';
import { parseCalendar } from 'care-platform/calendar';
import * as nodeEntry from 'care-platform/node';
import * as redisEntry from 'care-platform/redis';
import { redisThrottle } from 'care-platform/redis';
import * as sandboxEntry from 'care-platform/sandbox';
import { createSandbox } from 'care-platform/sandbox';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  exportJobDocument,
  linksTo,
  listDocument,
  namespace,
  taskDocument,
} from './support/documents.js';
import { eachKind } from './support/each-kind.js';
import { OpenThrottle } from './support/open-throttle.js';
import { wrappers } from './support/proxy-wrappers.js';
import { connectedTo } from './support/scripted-fetch.js';
import { expectNoToken, token } from './support/secrets.js';

const schema = {
  '@id': `${namespace}/diary/schema/entry#mood:1`,
  title: 'Mood',
  fields: [{ name: 'note', title: 'Note', type: 'string', optional: true, default: 'fine' }],
  charts: [{ title: 'Mood', series: [] }],
};
const csv = { options: { name: 'client', output_format: 'csv' }, state: 'completed', completed: '2024-07-01T10:00:00' };

/** Answers every call as often as it comes: with the resource at `x/1`, else with what suits the path. */
function platformOf(document: object): Fetch {
  return async (url, { method }) => {
    const path = url.slice(baseUrl.length).replace(/\?.*/, '');
    if (method === 'POST') return Response.json(document, { status: 201 });
    if (method !== 'GET') return new Response(null, { status: 204 });
    if (path === '/x/1') return Response.json(document);
    if (path === '/job') return Response.json(exportJobDocument(csv, { download: '/file' }));
    if (path === '/file') return new Response('id\n1\n', { headers: { 'content-type': 'text/csv' } });
    if (path === '/schemas') return Response.json({ '@schemas': [schema] });
    if (path === '/changes') return Response.json(listDocument([]));
    if (path.endsWith('/tasks/items')) return Response.json(listDocument([taskDocument('1')]));
    if (/items|conversations/.test(path)) return Response.json(listDocument([clientDocument('2')]));
    return Response.json(clientDocument('1'));
  };
}

const throttle = new OpenThrottle();
const options = { token, retry: 0, throttle };
const connected = (document: object = clientDocument()) => connectedTo(platformOf(document), options);
const opened = async <Kind = Resource>(document: object) => (await connected(document)).open('x/1') as Promise<Kind>;

async function schemaOf(): Promise<object> {
  const client = await opened<Client>(
    clientDocument('1', { '@links': linksTo({ 'diary.configuration': '/schemas' }) }),
  );
  const [found] = await client.diarySchemas();
  return found ?? {};
}

async function failed(): Promise<object> {
  const care = await connectedTo(async () => Response.json({ code: 404, message: 'x' }, { status: 404 }), options);
  return care.client({ url: `${baseUrl}/c/1` }).then(
    () => ({}),
    (error: object) => error,
  );
}

const calendar =
  'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTART:20240701T100000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';

const exchange = { method: 'POST', target: 'label', url: `${baseUrl}/x/1`, attempts: 1, waited: 0 };
const lost = { operation: 'createLabel', check: 'Look.', cause: undefined };

/** Everything that the package hands out, each time a new one. */
const instances: [string, () => object | Promise<object>][] = [
  ['the application', () => connected()],
  ...eachKind.map(([kind, document]): [string, () => Promise<object>] => [`a ${kind}`, () => opened(document)]),
  ['a tool', async () => (await opened<Client>(clientDocument())).addTool({ id: 'panic' })],
  ['the links of a client', async () => (await opened(clientDocument())).links],
  ['a list', async () => (await connected()).clients()],
  ['a generator of a list', async () => (await connected()).clients().pages()],
  ['the changes', async () => (await connected()).watchChanges()],
  ['the throttle of a connection', async () => (await connected()).throttle],
  ['a diary schema', schemaOf],
  ['a download', async () => (await (await connected()).exportJob('job')).download()],
  ['the rows of an export', async () => (await (await connected()).exportJob('job')).rows()],
  ['an error of a response', failed],
  ['an error of a lost response', () => new OutcomeUnknownError('m', exchange, { ...lost, resourceUrl: exchange.url })],
  ['an error of an unexpected response', () => new UnexpectedResponseError('m', exchange, 200, true, exchange.url)],
  ['a refusal', () => InputError.of('a', 'b', 'c')],
  ['a calendar', () => parseCalendar(calendar)],
  ['a todo', () => parseCalendar(calendar).todos[0] as object],
  ['a throttle over Redis', () => redisThrottle({ redis: new Redis({ lazyConnect: true }) })],
  ['a sandbox', () => createSandbox()],
  ['the clock of a sandbox', () => createSandbox().clock],
  ['the faults of a sandbox', () => createSandbox().faults],
  ['the settings of a sandbox', () => createSandbox().settings],
  ['the control of a sandbox', () => createSandbox().control],
];

const window = { from: new Date('2024-01-01'), to: new Date('2025-01-01') };

/** What a method is given; the others are given nothing, which some refuse. */
const inputs: Readonly<Record<string, readonly unknown[]>> = {
  acquire: [{ signal: AbortSignal.abort() }],
  addDiaryEntry: [schema['@id'], { dt: new Date('2024-07-01T10:00:00Z'), note: 'a' }],
  attribute: ['@type'],
  client: [{ url: `${baseUrl}/c/1` }],
  completed: [{ interval: 60_000, timeout: 5 }],
  createLabel: ['a'],
  ensureLabel: ['a'],
  file: [{ url: `${baseUrl}/file` }],
  find: ['tasks.items'],
  follow: ['tasks.items'],
  exportRows: [{ name: 'client' }, { signal: AbortSignal.abort() }],
  get: ['tasks.items'],
  has: ['tasks.items'],
  label: [{ url: `${baseUrl}/x/1` }],
  mirrorConversations: [{ signal: AbortSignal.abort() }],
  mirrorTasks: [{ signal: AbortSignal.abort() }],
  occurrences: [window],
  open: ['c/1'],
  property: ['UID'],
  request: [{ url: 'c/1' }],
  searchClients: [{ email: 'a@example.org' }],
  set: [new Date('2026-03-02T09:00:00Z')],
  setGroups: [['therapists']],
  update: [{ first_name: 'A' }],
  validate: [{ note: 5 }],
};

/** Ends what the others need: tried last. */
const endings = new Set<string | symbol>(['close', 'return', 'throw', Symbol.dispose, Symbol.asyncDispose, 'listen']);

/** The names of all members, those of its classes included. */
function membersOf(instance: object): (string | symbol)[] {
  const names = new Set<string | symbol>();
  for (let part = instance; part && part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    if (part === Error.prototype) break;
    for (const name of Reflect.ownKeys(part)) names.add(name);
  }
  names.delete('constructor');
  return [...names].sort((left, right) => turnOf(left) - turnOf(right));
}

function turnOf(name: string | symbol): number {
  return name === Symbol.asyncIterator ? 0 : 1 + Number(endings.has(name));
}

async function outcome(instance: object, name: string | symbol): Promise<string> {
  try {
    const member: unknown = Reflect.get(instance, name, instance);
    if (typeof member !== 'function') return describeValue(member);
    const value: unknown = await Reflect.apply(member, instance, inputs[String(name)] ?? []);
    if (value instanceof Object && Symbol.asyncIterator in value) {
      const iterator = (value as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      const { done } = await iterator.next();
      await iterator.return?.();
      return `iteration ${done}`;
    }
    return describeValue(value);
  } catch (error) {
    return String(error);
  }
}

function describeValue(value: unknown): string {
  return value instanceof Object ? Object.prototype.toString.call(value) + value.constructor?.name : typeof value;
}

describe.each(wrappers)('behind %s', (_, wrapped) => {
  test.each(instances)('%s works as it does by itself', async (_, make) => {
    const [plain, target] = [await make(), await make()];
    const proxy = wrapped(target);
    const [expected, found]: Record<string, string>[] = [{}, {}];
    for (const name of membersOf(plain)) {
      if (name === 'throttle') continue;
      Object.assign(expected as object, { [name.toString()]: await outcome(plain, name) });
      Object.assign(found as object, { [name.toString()]: await outcome(proxy, name) });
    }
    expect(found).toEqual(expected);
    expect(Object.keys(found ?? {}).length).toBeGreaterThan(0);
  });

  test('a client is changed, and its items are read', async () => {
    const client = wrapped(await opened<Client>(clientDocument()));
    const changed = await client.update({ first_name: 'Nora' });
    expect(changed.data.first_name).toBe('Nora');
    expect(await client.tasks().toArray()).toHaveLength(1);
    expect(client.links.has('tasks.items')).toBe(true);
  });

  test('an error names its URL, and is known', async () => {
    const error = wrapped(await failed()) as Error & { requestUrl(): string };
    expect(error.requestUrl()).toBe(`${baseUrl}/c/1`);
    expect(isCareError(error, 'NotFoundError')).toBe(true);
  });
});

test.each(instances)('%s shows no token', async (_, make) => {
  const instance = await make();
  expectNoToken(instance);
  expect(Object.keys(instance)).not.toContain('session');
});

test('no exported class is missing above', async () => {
  const classes = [care, calendarEntry, nodeEntry, redisEntry, sandboxEntry]
    .flatMap((entry) => Object.values<unknown>(entry))
    .filter((value) => typeof value === 'function' && String(value).startsWith('class'));
  const made = new Set<unknown>();
  for (const [, make] of instances) {
    for (let part = await make(); part !== null; part = Object.getPrototypeOf(part)) made.add(part.constructor);
  }
  // The others are alike but for their names and public fields.
  const missing = classes.filter((kind) => !made.has(kind) && !((kind as () => void).prototype instanceof Error));
  expect(missing).toEqual([]);
  expect(classes.length).toBeGreaterThan(40);
});
