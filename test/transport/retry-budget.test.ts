import type { Application, CareError } from 'care-platform';
import { beforeEach, expect, test, vi } from 'vitest';
import { json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
// No wait between attempts: this is about how many there are.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(-1);
  return () => random.mockRestore();
});

const failing = async (care: Application, url: string): Promise<CareError> =>
  care.request({ url }).then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as CareError,
  );

/** A hundred repeats, and then none. */
async function exhausted(): Promise<Application> {
  const care = await platform.connect();
  platform.on('GET', '/sick', refusal(500));
  for (let call = 0; call < 60; call++) await failing(care, 'sick');
  platform.forget();
  return care;
}

test('a platform that fails altogether is soon asked once per call, with the first error and the reason', async () => {
  const care = await platform.connect();
  platform.on('GET', '/sick', refusal(500));
  for (let call = 0; call < 200; call++) await failing(care, 'sick');
  expect(platform.seen).toHaveLength(300);
  const failure = await failing(care, 'sick');
  expect(failure).toMatchObject({ name: 'ServerError', attempts: 1 });
  expect(failure.message).toContain('so many calls of this connection failed lately');
});

test('calls that succeed, or are refused, earn repeats again', async () => {
  const care = await exhausted();
  platform.on('GET', '/well', json(1));
  platform.on('GET', '/gone', refusal(404));
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 1 });
  await care.request({ url: 'well' });
  await failing(care, 'gone');
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 3 });
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 1 });
});

test('refusals for the rate cost nothing, since the throttle paces them', async () => {
  const care = await exhausted();
  platform.on('GET', '/busy', refusal(429), refusal(429), json(1));
  expect(await care.request({ url: 'busy' })).toMatchObject({ data: 1, attempts: 3 });
});

test('each connection has its own', async () => {
  await exhausted();
  expect(await failing(await platform.connect(), 'sick')).toMatchObject({ attempts: 3 });
});
