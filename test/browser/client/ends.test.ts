import { connect } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

const stall = { kind: 'stall', when: 'before' } as const;

describe('a call ends', () => {
  test('with the reason of `AbortSignal.timeout`', async () => {
    const platform = await openPlatform();
    const care = await platform.connect('client');
    await platform.fail(stall);
    const failure = await care.client({ id: 'EHR-1042' }, { signal: AbortSignal.timeout(300) }).catch((error) => error);

    expect(failure).toBeInstanceOf(DOMException);
    expect(failure).toMatchObject({ name: 'TimeoutError' });
    expect(care.throttle.stats().running).toBe(0);
  });

  test('when a button aborts it, while it waits for its turn too, and then costs no request', async () => {
    const platform = await openPlatform();
    const care = await platform.connect('applicationManager');
    const controller = new AbortController();
    const calls = Array.from({ length: 40 }, (_, index) =>
      care.clients({ limit: index + 1 }, { signal: controller.signal }).first(),
    );
    const outcomes = Promise.allSettled(calls);
    setTimeout(() => controller.abort(new Error('Enough.')), 100);

    const aborted = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(aborted.length).toBeGreaterThan(20);
    expect(aborted.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'Enough.')).toBe(
      true,
    );
    const { sent } = care.throttle.stats();
    await care.client({ id: 'EHR-1042' });
    expect(care.throttle.stats()).toMatchObject({ sent: sent + 1, running: 0, queued: 0 });
  });

  test('at its own time limit', async () => {
    const platform = await openPlatform();
    const care = await platform.connect('client', { retry: 0 });
    await platform.fail(stall);
    await expect(care.client({ id: 'EHR-1042' }, { timeout: 300 })).rejects.toMatchObject({
      name: 'TimeoutError',
      waitedFor: 'response',
    });
  });

  test('with the connection', async () => {
    const platform = await openPlatform();
    const care = await platform.connect('client');
    await platform.fail(stall);
    const reading = care.client({ id: 'EHR-1042' }).catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 300));
    care.close();

    expect(await reading).toMatchObject({ name: 'ClosedError' });
  });
});

describe('a redirect', () => {
  test.each([
    ['on the same origin', (baseUrl: string) => `${baseUrl}/p/items`],
    ['to another one', () => 'http://127.0.0.1:9/'],
  ])('%s is not followed and is reported at once, without a retry', async (_, goal) => {
    const platform = await openPlatform();
    const care = await platform.connect('applicationManager');
    await platform.fail({ kind: 'redirect', location: goal(platform.baseUrl) });
    const before = (await platform.requests()).length;
    const failure = await care.client({ id: 'EHR-1042' }).catch((error) => error);

    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 0, attempts: 1 });
    expect(failure.message).toContain('redirect');
    expect(await platform.requests()).toHaveLength(before + 1);
    expect(care.throttle.stats()).toMatchObject({ rateLimited: 0, requestsPerSecond: 15 });
  });

  test('of a write leaves its outcome open', async () => {
    const platform = await openPlatform();
    const care = await platform.connect('applicationManager');
    await platform.fail({ kind: 'redirect', location: `${platform.baseUrl}/p/items`, method: 'POST' });
    await expect(care.createLabel('A label')).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  });
});

describe('a browser that reports only that it failed', () => {
  const refusedBy = (baseUrl: string) =>
    connect({ baseUrl, token: 'token-of-the-tests', tokenKind: 'user', retry: 0 }).catch((error) => error);

  test('the error names CORS and the rest', async () => {
    const platform = await openPlatform({ origins: ['https://portal.example'] });
    const failure = await refusedBy(platform.baseUrl);

    expect(failure).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
    expect(failure.message).toContain('CORS');
  });

  test('the error names CORS and the rest if no server listens', async () => {
    expect(await refusedBy('http://127.0.0.1:9/api/2')).toMatchObject({ name: 'ConnectionError' });
  });
});

test('a browser itself sends a write again if a kept connection breaks, which no page can prevent', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager');
  await platform.fail({ kind: 'drop', when: 'after', method: 'POST' });
  await care.createLabel('Made twice');

  // One request of ours, two of Chromium's: said in the guide for browsers, and why `once` writes belong on a server.
  expect(care.throttle.stats().sent).toBe(2);
  const labels = await care.labels().toArray();
  expect(labels.filter(({ data }) => data.label === 'Made twice')).toHaveLength(2);
});
