import { setImmediate as turn } from 'node:timers/promises';
import { InputError, UnauthorizedError } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { createCredentials } from '../../src/transport/credentials.js';
import { Lifetime } from '../../src/transport/lifetime.js';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { json, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { virtualTime } from '../support/virtual-time.js';

const platform = scriptedPlatform();

/** Takes only this token. */
const only =
  (token: string): Responder =>
  (request) =>
    (request.headers.get('authorization') === `svc-token ${token}` ? json('in') : refusal(401))(request);

const tokens = () => platform.seen.map(({ headers }) => headers.get('authorization'));

describe('a function that gives the token', () => {
  test('is asked once, for all calls', async () => {
    const token = vi.fn(async () => 'first');
    const care = await platform.connect({ token });
    platform.on('GET', '/x', only('first'));
    await Promise.all([1, 2, 3].map(() => care.request({ url: 'x' })));
    expect(token).toHaveBeenCalledTimes(1);
  });

  test('is asked again after a 401, and the call goes again with the new token', async () => {
    let current = 'first';
    const token = vi.fn(() => current);
    const care = await platform.connect({ token });
    platform.on('GET', '/x', only('second'));
    platform.on('POST', '/x', only('second'));
    current = 'second';
    expect(await care.request({ url: 'x' })).toMatchObject({ data: 'in', attempts: 2 });
    expect(token).toHaveBeenCalledTimes(2);
    expect(tokens()).toEqual(['svc-token first', 'svc-token second']);
    current = 'third';
    platform.on('POST', '/x', only('third'));
    expect(await care.request({ method: 'POST', url: 'x' })).toMatchObject({ data: 'in' });
  });

  test('that gives the refused one again is asked once, and nothing is sent again', async () => {
    const token = vi.fn(() => 'revoked');
    const care = await platform.connect({ token });
    platform.on('GET', '/x', refusal(401));
    await expect(care.request({ url: 'x' })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(token).toHaveBeenCalledTimes(2);
    expect(platform.seen).toHaveLength(1);
  });

  test('that gives ever new ones, all refused, is asked once per call', async () => {
    let count = 0;
    const care = await platform.connect({ token: () => `token${count++}` });
    platform.on('GET', '/x', refusal(401));
    await expect(care.request({ url: 'x' })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(tokens()).toEqual(['svc-token token0', 'svc-token token1']);
  });

  test('is asked once for many calls that were refused together', async () => {
    let current = 'first';
    const token = vi.fn(async () => {
      await turn();
      return current;
    });
    const care = await platform.connect({ token });
    platform.on('GET', '/x', only('second'));
    current = 'second';
    const responses = await Promise.all(Array.from({ length: 10 }, () => care.request({ url: 'x' })));
    expect(responses.map(({ data }) => data)).toEqual(Array(10).fill('in'));
    expect(token).toHaveBeenCalledTimes(2);
    expect(platform.seen).toHaveLength(20);
  });

  test('that fails lets the call fail the same way, and is asked again by the next', async () => {
    const token = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('vault closed'))
      .mockResolvedValue('first');
    await expect(platform.connect({ token })).rejects.toThrow('vault closed');
    expect(platform.seen).toHaveLength(0);
    await platform.connect({ token });
  });

  test('that takes its time does not keep a call that is aborted or closed', async () => {
    const never = () => new Promise<string>(() => undefined);
    const connecting = new AbortController();
    const connection = platform.connect({ token: never, signal: connecting.signal });
    connecting.abort('enough');
    await expect(connection).rejects.toBe('enough');
    expect(platform.seen).toHaveLength(0);

    let respond: () => string | Promise<string> = () => 'first';
    const care = await platform.connect({ token: () => respond() });
    respond = never;
    platform.on('GET', '/x', refusal(401));
    const stop = new AbortController();
    const calls = [care.request({ url: 'x' }, { signal: stop.signal }), care.request({ url: 'x' })];
    const results = Promise.allSettled(calls);
    await expect.poll(() => platform.seen).toHaveLength(2);
    stop.abort(new Error('enough'));
    care.close();
    expect((await results).map((result) => result.status === 'rejected' && result.reason.name)).toEqual([
      'Error',
      'ClosedError',
    ]);
  });

  test('is not called for a call that is aborted already', async () => {
    const token = vi.fn(() => 'first');
    await expect(platform.connect({ token, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(token).not.toHaveBeenCalled();
  });
});

test('a token that is a text is not renewed', async () => {
  const care = await platform.connect({ token: 'first' });
  platform.on('GET', '/x', refusal(401));
  await expect(care.request({ url: 'x' })).rejects.toBeInstanceOf(UnauthorizedError);
  expect(platform.seen).toHaveLength(1);
});

test.each(['a b', 'a\r\nx: y', 'é', ' ', 'a\0', '\ta'])(
  'a token that cannot be one (%j) is refused without being shown',
  async (token) => {
    for (const source of [token, () => token]) {
      const failure = await platform.connect({ token: source }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(InputError);
      expect((failure as InputError).problems).toMatchObject([{ name: 'token' }]);
      if (token.trim() !== '') expect(String(failure)).not.toContain(token);
    }
    expect(platform.seen).toHaveLength(0);
  },
);

test('a 401 of cancelling or downloading an export is no question of the token', async () => {
  const token = vi.fn(() => 'first');
  const care = await platform.connect({ token });
  const links = { cancel: '/export/j1/cancel', download: '/export/j1/download' };
  platform.on('GET', '/export/j1', json(exportJobDocument({}, links)));
  platform.on('POST', '/export/j1/cancel', refusal(401));
  platform.on('GET', '/export/j1/download', refusal(401));
  const job = await care.exportJob(`${baseUrl}/export/j1`);
  await expect(job.cancel()).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(job.download()).rejects.toBeInstanceOf(UnauthorizedError);
  expect(token).toHaveBeenCalledTimes(1);
});

test('an anonymous connection sends no token', async () => {
  const care = await platform.connect({ token: undefined, anonymous: true });
  platform.on('GET', '/x', json(1));
  await care.request({ url: 'x' });
  expect(tokens()).toEqual([null]);
});

describe('credentials', () => {
  const origin = 'https://care.example';
  const url = new URL(`${origin}/api/2/x`);
  const waiting = (timeout = 30_000) => new Lifetime(undefined, [], timeout);

  test.each(['https://care.example.evil/api/2', 'https://evil/https://care.example/', 'http://care.example/'])(
    'are sent to no other host: %s',
    async (foreign) => {
      const source = vi.fn(() => 'first');
      for (const credentials of [createCredentials('first', origin), createCredentials(source, origin)]) {
        await expect(async () => credentials.authorization(new URL(foreign), waiting())).rejects.toMatchObject({
          name: 'ForeignLinkError',
        });
      }
      expect(source).not.toHaveBeenCalled();
    },
  );

  test('that another call has renewed serve the calls that were refused with the old ones', async () => {
    const source = vi.fn(() => `token${source.mock.calls.length}`);
    const credentials = createCredentials(source, origin);
    expect(await credentials.authorization(url, waiting())).toBe('svc-token token1');
    expect(await credentials.renew('svc-token token1', waiting())).toBe(true);
    expect(await credentials.renew('svc-token token1', waiting())).toBe(true);
    expect(source).toHaveBeenCalledTimes(2);
    expect(await credentials.authorization(url, waiting())).toBe('svc-token token2');
  });

  test('that came too late are requested again, once, even if the old request fails at last', async () => {
    const time = virtualTime();
    const responses: { resolve(token: string): void; reject(reason: unknown): void }[] = [];
    const source = () => new Promise<string>((resolve, reject) => responses.push({ resolve, reject }));
    const credentials = createCredentials(source, origin);
    const late = waiting(50);
    const first = Promise.resolve(credentials.authorization(url, late)).catch(() => late.ending?.by);
    expect(await time.until(first)).toBe('timeout');
    const second = credentials.authorization(url, waiting());
    responses[0]?.reject(new Error('vault closed'));
    await time.settle();
    const third = credentials.authorization(url, waiting());
    expect(responses).toHaveLength(2);
    responses[1]?.resolve('late');
    expect(await Promise.all([second, third])).toEqual(['svc-token late', 'svc-token late']);
  });
});
