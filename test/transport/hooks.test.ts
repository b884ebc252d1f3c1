import type { AttemptEnd, AttemptStart, CallEnd, CallStart, Hooks, RetryNotice } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { json, lost, refusal, scriptedPlatform } from '../support/platform.js';
import { expectNothing, token } from '../support/secrets.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
type HookCall = ['sent', AttemptStart] | ['ended', AttemptEnd] | ['again', RetryNotice];
let reported: HookCall[];
let lines: [string, string][];

const hooks: Hooks = {
  beforeRequest: (attempt) => reported.push(['sent', attempt]),
  afterResponse: (attempt) => reported.push(['ended', attempt]),
  beforeRetry: (attempt) => reported.push(['again', attempt]),
};
const line = (level: string) => (message: string) => void lines.push([level, message]);
const logger = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };

beforeEach(() => {
  reported = [];
  lines = [];
  skipPauses();
});

async function connected(options = {}) {
  const care = await platform.connect({ hooks, logger, token, ...options });
  reported = [];
  lines = [];
  return care;
}

describe('hooks', () => {
  test('are called for each attempt as it is sent, ends and is sent again', async () => {
    const care = await connected();
    platform.on('GET', '/c/8f31', lost, refusal(503), json({ a: 1 }));
    await care.request({ url: 'c/8f31' });
    expect(reported.map(([when, { attempt }]) => `${when} ${attempt}`)).toEqual([
      'sent 1',
      'ended 1',
      'again 1',
      'sent 2',
      'ended 2',
      'again 2',
      'sent 3',
      'ended 3',
    ]);
    const ends = reported.filter((each) => each[0] === 'ended').map(([, end]) => end);
    expect(ends).toMatchObject([
      { status: undefined, error: 'ConnectionError' },
      { status: 503, error: 'ServerError' },
      { status: 200, error: undefined, method: 'GET', target: 'request', path: '/api/2/c/*' },
    ]);
    expect(reported[2]?.[1]).toMatchObject({ wait: 188, error: 'ConnectionError' });
    for (const { milliseconds, waited } of ends) expect([milliseconds >= 0, waited >= 0]).toEqual([true, true]);
  });

  test.each([
    ['the version', '/c/2', '/c/*'],
    ['a documented word', '/c/diary/diary', '/c/*/diary'],
    ['the name of another endpoint', '/aux/client/id/export', '/aux/client/id/*'],
    ['a word that only other paths have', '/configuration/labels/tasks', '/configuration/labels/*'],
    ['a word below an unknown path', '/c/8f31/letters/items', '/c/*/*/*'],
  ])('and the log show no key that equals %s', async (_, path, shown) => {
    const care = await connected();
    platform.on('GET', path, json({}));
    await care.request({ url: path.slice(1) });
    expect(reported.map(([, report]) => report.path)).toEqual([`/api/2${shown}`, `/api/2${shown}`]);
    expect(lines.map(([, message]) => message)).toEqual([expect.stringContaining(`(/api/2${shown})`)]);
  });

  test('show the path of a base URL below another path as `*`', async () => {
    const base = 'https://app.example.org/c/2/api/2';
    const paths: string[] = [];
    const beforeCall = ({ path }: CallStart) => void paths.push(path);
    platform.on('GET', base, json(applicationDocument()));
    const care = await platform.connect({ baseUrl: base, hooks: { beforeCall } });
    platform.on('GET', `${base}/c/2/diary`, json({}));
    await care.request({ url: 'c/2/diary' });
    expect(paths).toEqual(['/*/*/api/2', '/*/*/api/2/c/*/diary']);
  });

  test('are called, and the log is written, when a refused request (401) goes with a new token', async () => {
    let current = 'first';
    const care = await connected({ token: () => current });
    current = 'second';
    platform.on('GET', '/x', refusal(401), json(1));
    await care.request({ url: 'x' });
    expect(reported.map(([when]) => when)).toEqual(['sent', 'ended', 'again', 'sent', 'ended']);
    expect(reported[2]?.[1]).toMatchObject({ wait: 0, status: 401, error: 'UnauthorizedError' });
    expect(lines).toContainEqual([
      'info',
      'GET request (/api/2/*) responded with 401 (UnauthorizedError); attempt 1, retry as soon as the throttle allows.',
    ]);
  });

  test('are called for a followed redirect and for an abort', async () => {
    const care = await connected();
    platform.on('GET', '/a', () => Response.redirect(`${baseUrl}/c/8f31/diary`));
    platform.on('GET', '/c/8f31/diary', lost, json(1));
    await care.request({ url: 'a' });
    const seen = reported.map(([when, { attempt, path }]) => `${when} ${attempt} ${path}`);
    const [first, second] = ['/api/2/*', '/api/2/c/*/diary'];
    expect(seen).toEqual([
      `sent 1 ${first}`,
      `ended 1 ${first}`,
      `sent 2 ${second}`,
      `ended 2 ${second}`,
      `again 2 ${second}`,
      `sent 3 ${first}`,
      `ended 3 ${first}`,
      `sent 4 ${second}`,
      `ended 4 ${second}`,
    ]);
    expect(reported.flatMap(([when, end]) => (when === 'ended' ? [(end as AttemptEnd).status] : []))).toEqual([
      302,
      undefined,
      302,
      200,
    ]);
    const stop = new AbortController();
    platform.on('GET', '/c', () => {
      stop.abort(new Error('Verhoeven has left'));
      return new Response();
    });
    await expect(care.request({ url: 'c' }, { signal: stop.signal })).rejects.toThrow('left');
    expect(reported.at(-1)).toMatchObject(['ended', { error: 'AbortError', status: undefined }]);
    expectNothing(reported);
  });

  test('that throw or reject change nothing, and the log names them', async () => {
    const angry: Hooks = {
      beforeRequest: () => {
        throw new Error('Verhoeven');
      },
      afterResponse: async () => {
        throw new Error('Verhoeven');
      },
      beforeRetry: () => {
        throw new Error('Verhoeven');
      },
      beforeCall: () => {
        throw new Error('Verhoeven');
      },
      afterCall: async () => {
        throw new Error('Verhoeven');
      },
    };
    const care = await connected({ hooks: angry });
    platform.on('GET', '/x', lost, json({ a: 1 }));
    expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 }, attempts: 2 });
    const warned = lines.filter(([level]) => level === 'warn').map(([, message]) => message);
    for (const name of ['beforeCall', 'beforeRequest', 'afterResponse', 'beforeRetry', 'afterCall']) {
      expect(warned).toContain(`The hook \`${name}\` failed; the call continues.`);
    }
    expectNothing(lines);
  });

  test('are called once as a call begins and once as it ends, and get the same call each time', async () => {
    const seen: [string, CallStart, CallEnd['error']?][] = [];
    const care = await connected({
      hooks: {
        beforeCall: (call) => seen.push(['begins', call]),
        beforeRequest: (_, call) => seen.push(['sent', call]),
        afterResponse: (_, call) => seen.push(['ended', call]),
        beforeRetry: (_, call) => seen.push(['again', call]),
        afterCall: ({ error }, call) => seen.push(['ends', call, error]),
      } satisfies Hooks,
    });
    seen.length = 0;
    platform.on('GET', '/c/8f31', lost, json({ a: 1 }));
    platform.on('POST', '/configuration/labels', lost);
    await care.request({ url: 'c/8f31' });
    expect(seen.map(([when]) => when)).toEqual(['begins', 'sent', 'ended', 'again', 'sent', 'ended', 'ends']);
    expect(new Set(seen.map(([, call]) => call)).size).toBe(1);
    expect(seen[0]?.[1]).toEqual({ method: 'GET', target: 'request', path: '/api/2/c/*' });
    expect(Object.isFrozen(seen[0]?.[1])).toBe(true);

    seen.length = 0;
    await expect(care.createLabel('x')).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(seen.map(([when]) => when)).toEqual(['begins', 'sent', 'ended', 'ends']);
    expect(seen.at(-1)).toMatchObject(['ends', { method: 'POST' }, 'OutcomeUnknownError']);
  });

  test('get a fixed name for an error whose name cannot be read', async () => {
    const unreadable = {
      get name(): string {
        throw new Error('Verhoeven');
      },
    };
    const ends: CallEnd[] = [];
    const care = await connected({ hooks: { afterCall: (end) => ends.push(end) } satisfies Hooks });
    const stop = new AbortController();
    platform.on('GET', '/x', () => {
      stop.abort(unreadable);
      return new Response();
    });
    await expect(care.request({ url: 'x' }, { signal: stop.signal })).rejects.toBe(unreadable);
    expect(ends.at(-1)?.error).toBe('Error');
  });

  test('are called for the end of a call that was never sent', async () => {
    const ends: CallEnd[] = [];
    const sent: AttemptStart[] = [];
    const care = await connected({
      hooks: { beforeRequest: (attempt) => sent.push(attempt), afterCall: (end) => ends.push(end) } satisfies Hooks,
    });
    ends.length = sent.length = 0;
    const signal = AbortSignal.abort(new Error('Verhoeven'));
    await expect(care.refresh({ signal })).rejects.toThrow('Verhoeven');
    care.close();
    await expect(care.refresh()).rejects.toMatchObject({ name: 'ClosedError' });
    expect(ends.map(({ error }) => error)).toEqual(['AbortError', 'ClosedError']);
    expect(sent).toEqual([]);
    expectNothing(ends);
  });

  test('get no status that only the reason of an abort has', async () => {
    const care = await connected();
    const stop = new AbortController();
    platform.on('GET', '/x', () => {
      stop.abort(Object.assign(new Error('left'), { status: 418 }));
      return new Response();
    });
    await expect(care.request({ url: 'x' }, { signal: stop.signal })).rejects.toThrow('left');
    expect(reported.at(-1)?.[1]).toMatchObject({ error: 'AbortError', status: undefined });
  });

  test('cannot change their arguments', async () => {
    const care = await connected();
    platform.on('GET', '/x', json(1));
    await care.request({ url: 'x' });
    for (const [, attempt] of reported) expect(Object.isFrozen(attempt)).toBe(true);
  });
});
