import { once } from 'node:events';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import * as entry from 'care-platform';
import { CareError, type Client, InputError, isCareError, OutcomeUnknownError, ServerError } from 'care-platform';
import { CalendarError, parseCalendar } from 'care-platform/calendar';
import { RedisUnavailableError } from 'care-platform/redis';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo, listDocument } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { connectedTo } from './support/scripted-fetch.js';

/** As Jest's tests and Node's own modules see each other. */
const foreign = <Value = unknown>(expression: string): Value => runInNewContext(expression) as Value;
const foreignDate = foreign<Date>("new Date('2024-07-01T10:00:00Z')");

describe('an error of another realm keeps its code, and counts as not arrived:', () => {
  test.each([
    ['an error', "Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })"],
    [
      'the first of several',
      "new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })])",
    ],
  ])('%s', async (_, cause) => {
    const care = await connectedTo(
      () => Promise.reject(foreign(`new TypeError('fetch failed', { cause: ${cause} })`)),
      {
        retry: 0,
      },
    );
    expect(await failureOf(care.createLabel('a'))).toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNREFUSED',
      mayHaveArrived: false,
    });
  });
});

describe('a Date of another realm is taken', () => {
  const links = linksTo({ 'diary.entries': '/entries', 'diary.entries.items': '/entries/items' });

  async function asked(call: (care: entry.Application, client: Client) => Promise<unknown>) {
    const sent: { url: string; body: string | undefined }[] = [];
    const care = await connectedTo(async (url, { method, body }) => {
      sent.push({ url: decodeURIComponent(url), body });
      if (method === 'POST') return Response.json({ '@type': 'x', dt: '2024-07-01T10:00:00' }, { status: 201 });
      return Response.json(url.endsWith('/c/1') ? clientDocument('1', { '@links': links }) : listDocument([]));
    });
    const client = await care.client({ url: `${baseUrl}/c/1` });
    await call(care, client);
    return sent.at(-1);
  }
  const written = '2024-07-01T10:00:00';

  test('in the body of a request', async () => {
    const sent = await asked((care) => care.request({ method: 'POST', url: 'x', body: { at: foreignDate } }));
    expect(JSON.parse(sent?.body ?? '')).toEqual({ at: written });
  });

  test('for a diary entry, and in its fields', async () => {
    const values = { dt: foreignDate, when: foreignDate };
    const sent = await asked((_, client) => client.addDiaryEntry('mood:1', values));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ dt: written, when: written });
  });

  test('as the start of changes', async () => {
    const sent = await asked((care) => care.changes({ type: 'tasks', since: foreignDate }).toArray());
    expect(sent?.url).toContain(written);
  });

  test('as the start of a diary', async () => {
    const sent = await asked((_, client) => client.diaryEntries({ modifiedAfter: foreignDate }).toArray());
    expect(sent?.url).toContain(written);
  });

  test('as the window of a calendar', () => {
    const text =
      'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTART:20240701T100000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';
    const window = { from: foreignDate, to: foreign<Date>("new Date('2024-07-02T00:00:00Z')") };
    expect(parseCalendar(text).occurrences(window)).toHaveLength(1);
  });
});

const exchange = { method: 'POST', target: 'label', url: `${baseUrl}/x/1`, attempts: 1, waited: 0 };
const details = {
  code: 'X',
  mayHaveArrived: true,
  waitedFor: 'body',
  status: 500,
  message: 'm',
  operation: 'o',
  check: 'c',
  reason: '',
  problems: [],
};
const own: Readonly<Record<string, readonly unknown[]>> = {
  InputError: [[]],
  ResponseValidationError: ['client', []],
  LinkNotFoundError: ['tasks', []],
  ExportFailedError: [{ state: 'failed', reason: '', extra: [] }],
};
const errors: [string, Error][] = [
  ...Object.entries(entry as unknown as Record<string, new (...values: unknown[]) => Error>)
    .filter(([name, kind]) => name.endsWith('Error') && kind.prototype instanceof CareError && name !== 'RequestError')
    .map(([name, kind]): [string, Error] => [
      name,
      new kind('The message.', ...(own[name] ?? [exchange, details, []])),
    ]),
  ['CalendarError', new CalendarError('The message.')],
  ['RedisUnavailableError', new RedisUnavailableError('The message.')],
];

describe.each(errors)('%s is recognised', (name, error) => {
  const known = name as keyof entry.CareErrors;

  test('by itself, and by no other name', () => {
    expect(isCareError(error, known)).toBe(true);
    expect(isCareError(error)).toBe(true);
    expect(isCareError(error, 'PollTimeoutError')).toBe(name === 'PollTimeoutError');
  });

  test('as a clone', () => {
    const clone: unknown = structuredClone(error);
    expect(isCareError(clone, known)).toBe(true);
    expect(isCareError(clone, 'PollTimeoutError')).toBe(name === 'PollTimeoutError');
  });

  test('as what a worker posts', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(error);
    const [received] = await once(port2, 'message');
    port1.close();
    expect(isCareError(received, known)).toBe(true);
  });

  test('by its name in its stack', () => {
    expect(error.stack?.startsWith(`${name} `)).toBe(true);
  });
});

test('an error of another copy of this package in another realm is known', () => {
  const error = foreign(`
    class NotFoundError extends Error {
      name = 'NotFoundError';
      get [Symbol.for('care-platform.error')]() { return true; }
    }
    new NotFoundError('x');
  `);
  expect(isCareError(error, 'NotFoundError')).toBe(true);
  expect(isCareError(error, 'InputError')).toBe(false);
});

test.each<[string, unknown]>([
  ['an error of others', new Error('NotFoundError [care-platform]')],
  ['an error of others with such a name', Object.assign(new Error('x'), { name: 'NotFoundError' })],
  ['a text', 'NotFoundError'],
  ['nothing', undefined],
  ['null', null],
  ['an object with such a stack', { stack: 'NotFoundError [care-platform]: x' }],
])('%s is not known', (_, value) => {
  expect(isCareError(value)).toBe(false);
  expect(isCareError(value, 'NotFoundError')).toBe(false);
});

describe('an error as JSON', () => {
  test('holds its name, its message and its fields, and no URL', () => {
    const error = new ServerError('The message.', exchange, {
      status: 503,
      code: 503,
      reason: 'Down.',
      problems: [],
    } as never);
    const printed = JSON.parse(JSON.stringify(error));
    expect(printed).toMatchObject({ name: 'ServerError', message: 'The message.', method: 'POST', attempts: 1 });
    expect(JSON.stringify(printed)).not.toContain(baseUrl);
    expect(printed).not.toHaveProperty('stack');
  });

  test('holds what became of a write', () => {
    const cause = InputError.of('label', 'text', 'Too long.');
    const error = new OutcomeUnknownError('Unknown.', exchange, { operation: 'createLabel', check: 'Look.', cause });
    expect(JSON.parse(JSON.stringify({ error }))).toMatchObject({
      error: { check: 'Look.', cause: { name: 'InputError', problems: [{ name: 'text', message: 'Too long.' }] } },
    });
  });

  test('leaves out causes that others threw, which may hold the request', () => {
    const cause = Object.assign(new Error('secret'), { headers: 'secret' });
    const error = new OutcomeUnknownError('Unknown.', exchange, { operation: 'createLabel', check: 'Look.', cause });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  test.each([
    ['CalendarError', new CalendarError('The message.', 'RRULE'), { property: 'RRULE' }],
    ['RedisUnavailableError', new RedisUnavailableError('The message.'), { isLasting: false }],
  ])('is the same for a %s', (name, error, fields) => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, message: 'The message.', ...fields });
  });
});
