import { type Application, type CareError, connect } from 'care-platform';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { skipPauses } from '../support/virtual-time.js';

beforeEach(() => void skipPauses());

const throttle = new OpenThrottle();

/** A platform that responds to each path with these statuses in turn, the last one again and again. */
async function platform(statuses: Record<string, number[]> = {}) {
  const seen: string[] = [];
  const responses: Record<string, number[]> = { sick: [500], ...statuses };
  const care = await connect({
    baseUrl,
    token: 'token-of-the-tests',
    throttle,
    async fetch(url) {
      if (url === baseUrl) return Response.json(applicationDocument());
      const path = url.slice(baseUrl.length + 1);
      const turn = seen.filter((before) => before === path).length;
      seen.push(path);
      return Response.json(1, { status: responses[path]?.[turn] ?? responses[path]?.at(-1) ?? 404 });
    },
  });
  onTestFinished(() => care.close());
  return { care, seen };
}

const failing = async (care: Application, url: string): Promise<CareError> =>
  care.request({ url }).then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as CareError,
  );

/** A hundred repeats, and then none. */
async function exhaust(care: Application): Promise<void> {
  for (let call = 0; call < 60; call++) await failing(care, 'sick');
}

test('a platform that fails altogether is soon asked once per call, with the first error and the reason', async () => {
  const { care, seen } = await platform();
  for (let call = 0; call < 200; call++) await failing(care, 'sick');
  expect(seen).toHaveLength(300);
  expect(await failing(care, 'sick')).toMatchObject({ name: 'ServerError', attempts: 1 });
});

test('calls that succeed, or are refused, earn retries again', async () => {
  const { care } = await platform({ well: [200], gone: [404] });
  await exhaust(care);
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 1 });
  await care.request({ url: 'well' });
  await failing(care, 'gone');
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 3 });
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 1 });
});

test('no more than a hundred retries are saved up, however many calls succeed', async () => {
  const { care, seen } = await platform({ well: [200] });
  for (let call = 0; call < 50; call++) await care.request({ url: 'well' });
  for (let call = 0; call < 200; call++) await failing(care, 'sick');
  expect(seen.filter((path) => path === 'sick')).toHaveLength(300);
});

test('refusals for the rate cost nothing and earn nothing, since the throttle paces them', async () => {
  const { care } = await platform({ busy: [429, 429, 200], full: [429] });
  await exhaust(care);
  expect(await failing(care, 'full')).toMatchObject({ attempts: 11 });
  expect(await failing(care, 'sick')).toMatchObject({ attempts: 1 });
  expect(await care.request({ url: 'busy' })).toMatchObject({ data: 1, attempts: 3 });
});

test('each connection has its own', async () => {
  await exhaust((await platform()).care);
  expect(await failing((await platform()).care, 'sick')).toMatchObject({ attempts: 3 });
});
