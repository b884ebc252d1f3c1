import { type Application, type CareError, OutcomeUnknownError, type RetryPolicy } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, labelDocument, relationDocument } from '../support/documents.js';
import { empty, json, lost, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { type SkippedPauses, skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
let time: SkippedPauses;
beforeEach(() => {
  time = skipPauses();
});

const policies: RetryPolicy[] = ['safe', 'repeatable', 'reconcilable', 'once'];

/** One call of that class that meets these responses. */
async function call(retryPolicy: RetryPolicy, responses: [Responder, ...Responder[]], options = {}) {
  const care = await platform.connect(options);
  platform.on('POST', '/x', ...responses);
  const result = await care.request({ method: 'POST', url: 'x', body: { a: 1 }, retryPolicy }).then(
    ({ data }) => data,
    (error: unknown) => (error as CareError).name,
  );
  return [result, platform.seen.length];
}

/** The network failed before the request could leave. */
const offline = (code: string, times: number): typeof fetch => {
  let left = times;
  return async (...args) => {
    const isRoot = args[1]?.method === 'GET';
    if (isRoot || left-- <= 0) return globalThis.fetch(...args);
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code, syscall: 'connect' }) });
  };
};

describe('after a lost response', () => {
  test.each<[string, Responder]>([
    ['no response', lost],
    ['a failed platform', refusal(500)],
    ['a failed gateway', page('<html>', 502)],
    ['a response that broke off', page('{"a', 200, 'application/json')],
  ])('a harmless call is sent again, and any other call has an unknown outcome: %s', async (_, respond) => {
    expect(await call('safe', [respond, json(1)])).toEqual([1, 2]);
    expect(await call('repeatable', [respond, json(1)])).toEqual([1, 2]);
    expect(await call('reconcilable', [respond, json(1)])).toEqual(['OutcomeUnknownError', 1]);
    expect(await call('once', [respond, json(1)])).toEqual(['OutcomeUnknownError', 1]);
  });

  test('a call has two retries by default, and `retry` sets their number', async () => {
    expect(await call('safe', [refusal(500)])).toEqual(['ServerError', 3]);
    expect(await call('safe', [refusal(500)], { retry: 1 })).toEqual(['ServerError', 2]);
    expect(await call('safe', [refusal(500)], { retry: 0 })).toEqual(['ServerError', 1]);
    expect(await call('safe', [refusal(429)], { retry: 0 })).toEqual(['RateLimitedError', 1]);
  });

  test('the error has how often it was sent and how long it waited', async () => {
    const care = await platform.connect();
    platform.on('GET', '/x', lost);
    await expect(care.request({ url: 'x' })).rejects.toMatchObject({
      name: 'ConnectionError',
      attempts: 3,
      // The pauses, and what the open throttle took.
      waited: expect.toSatisfy((waited: number) => waited >= 563),
    });
    // Three quarters of a quarter of a second, and then of half a second.
    expect(time.pauses).toEqual([188, 375]);
  });

  test('that never left, every class is sent again', async () => {
    for (const retryPolicy of policies) {
      expect(await call(retryPolicy, [json(1)], { fetch: offline('ECONNREFUSED', 2) })).toEqual([1, 1]);
    }
    expect(await call('once', [json(1)], { fetch: offline('ECONNREFUSED', 3) })).toEqual(['ConnectionError', 0]);
  });

  test('a write that may have been done is reported as such, even if the last attempt never left', async () => {
    const gone = (code: string, syscall: string) =>
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code, syscall }) });
    let sent = 0;
    const care = await platform.connect({
      fetch: async (url, init) => {
        if (init.method === 'GET') return globalThis.fetch(url, init);
        throw sent++ === 0 ? gone('ECONNRESET', 'read') : gone('ECONNREFUSED', 'connect');
      },
    });
    const update = care.request({ method: 'PATCH', url: 'x', body: { a: 1 }, retryPolicy: 'repeatable' });
    const failure = await update.catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED', mayHaveArrived: true, attempts: 3 });
    expect(String(failure)).toMatch(
      / It did not arrive\. An earlier attempt may have been applied; retrying it is safe\.$/,
    );
    platform.on('PATCH', '/y', lost);
    const other = await platform.connect();
    const lastLost = other.request({ method: 'PATCH', url: 'y', retryPolicy: 'repeatable' });
    await expect(lastLost).rejects.toThrow(/ It may have arrived\. It may have been applied; retrying it is safe\.$/);
  });

  test('an error of unknown outcome has its cause, and asks to check before retrying', async () => {
    const care = await platform.connect();
    platform.on('POST', '/configuration/labels', refusal(503, 'Down.'));
    const failure = await care.createLabel('Autumn').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutcomeUnknownError);
    expect(failure).toMatchObject({ target: 'configuration.labels of application', method: 'POST', attempts: 1 });
    expect((failure as Error).cause).toMatchObject({ name: 'ServerError', status: 503 });
    expect(String(failure)).toMatch(
      /may or may not have been applied.*two labels may have the same text.*Look among the labels/,
    );
  });

  test('a login page instead of the response to a write leaves its outcome unknown too', async () => {
    expect(await call('once', [page('<html>')])).toEqual(['OutcomeUnknownError', 1]);
    expect(await call('repeatable', [page('<html>')])).toEqual(['UnexpectedResponseError', 1]);
  });
});

describe('a refusal', () => {
  test('for too many requests is retried in every class, with the same bytes', async () => {
    for (const retryPolicy of policies)
      expect(await call(retryPolicy, [refusal(429), refusal(429), json(1)])).toEqual([1, 3]);
    expect(new Set(platform.seen.map(({ body }) => body))).toEqual(new Set(['{"a":1}']));
  });

  test('for too many requests is retried ten times at most', async () => {
    expect(await call('once', [refusal(429)])).toEqual(['RateLimitedError', 11]);
  });

  test('for too many requests does not use up the retries for other failures', async () => {
    expect(await call('safe', [refusal(429), refusal(429), refusal(429), lost, lost, json(1)])).toEqual([1, 6]);
  });

  test.each([400, 401, 403, 404, 405, 406, 409, 422])('for %i is never retried', async (status) => {
    for (const retryPolicy of policies) {
      const [name, sent] = await call(retryPolicy, [refusal(status), json(1)]);
      expect(name).not.toBe('OutcomeUnknownError');
      expect(sent).toBe(1);
    }
  });
});

describe('`Retry-After`', () => {
  const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();

  test.each<[string, (() => string) | string | undefined, (reported: number | undefined) => boolean]>([
    ['none', undefined, (reported) => reported === undefined],
    ['0', '0', (reported) => reported === 0],
    ['2', '2', (reported) => reported === 2000],
    [
      'a date two seconds ahead',
      inTwoSeconds,
      (reported) => reported !== undefined && reported > 0 && reported <= 2000,
    ],
    ['a date that is past', 'Mon, 01 Jan 2024 00:00:00 GMT', (pause) => pause === 0],
    ['1.5', '1.5', (pause) => pause === undefined],
    ['-3', '-3', (pause) => pause === undefined],
    ['soon', 'soon', (pause) => pause === undefined],
    ['a date in another form', '2024-07-01T10:00:00Z', (pause) => pause === undefined],
    ['an impossible date', 'Mon, 99 Foo 2024 00:00:00 GMT', (pause) => pause === undefined],
    ['a day that its month does not have', 'Wed, 31 Feb 2199 00:00:00 GMT', (pause) => pause === undefined],
    ['a date without a zone', 'Tue, 01 Jan 2199 00:00:00', (pause) => pause === undefined],
  ])('%s is reported to the throttle, which pauses all calls', async (_, value, expected) => {
    const text = typeof value === 'function' ? value() : value;
    const headers: Record<string, string> = text === undefined ? {} : { 'retry-after': text };
    expect(await call('once', [json({ code: 429 }, 429, headers), json(1)])).toEqual([1, 2]);
    expect(platform.throttle.refusals).toHaveLength(1);
    expect(platform.throttle.refusals[0]).toSatisfy(expected);
  });
});

describe('each operation has its class', () => {
  async function sent(method: 'POST' | 'PATCH' | 'DELETE', path: string, run: (care: Application) => Promise<unknown>) {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('GET', '/configuration/labels/9', json(labelDocument('9')));
    platform.on(method, path, lost, empty(204));
    await run(care).catch(() => undefined);
    return platform.seen.filter((each) => each.method === method).length;
  }
  const client = (care: Application) => care.client({ url: `${baseUrl}/c/1` });

  test('an update, a deletion, a search and a diary entry may be sent again', async () => {
    const entry = { dt: new Date(0) };
    expect(await sent('PATCH', '/c/1', async (care) => (await client(care)).update({ infix: null }))).toBe(2);
    expect(await sent('POST', '/c/items', (care) => care.searchClients({ id: 'x' }).first())).toBe(2);
    expect(
      await sent('POST', '/c/1/diary/entries', async (care) => (await client(care)).addDiaryEntry('mood', entry)),
    ).toBe(2);
    const labels = '/configuration/labels/9';
    expect(await sent('DELETE', labels, async (care) => (await care.label({ identifier: '9' })).delete())).toBe(2);
  });

  test('a label, a tool, a merge and an export may not', async () => {
    expect(await sent('POST', '/configuration/labels', (care) => care.createLabel('x'))).toBe(1);
    expect(await sent('POST', '/export', (care) => care.startExport({ name: 'client' }))).toBe(1);
    expect(await sent('POST', '/c/1/tools', async (care) => (await client(care)).addTool({ id: 'x' }))).toBe(1);
    expect(await sent('POST', '/c/1/merge', async (care) => (await client(care)).mergeIn({ id: 'x' }))).toBe(1);
    expect(await sent('POST', '/x', (care) => care.request({ method: 'POST', url: 'x' }))).toBe(1);
  });
});

test('a failure that waits for its retry ends with the caller’s abort', async () => {
  const stop = new AbortController();
  const care = await platform.connect({ hooks: { beforeRetry: () => stop.abort(new Error('enough')) } });
  platform.on('GET', '/x', lost);
  await expect(care.request({ url: 'x' }, { signal: stop.signal })).rejects.toThrow('enough');
  expect(platform.seen).toHaveLength(1);
});

test('a relation is created once', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('POST', '/c/1/relations', refusal(429), json(relationDocument('r'), 201));
  const relation = await (await care.client({ url: `${baseUrl}/c/1` })).addRelation({
    professional: { id: 'PRO-7' },
    predicate: 'attends',
  });
  expect(relation.data.predicate).toBe('attends');
});
