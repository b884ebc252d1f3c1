import { type Application, connect, type Fetch, type Throttle } from 'care-platform';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { virtualTime } from '../support/virtual-time.js';

const registry = Symbol.for('care-platform.throttles');
const holder = globalThis as { [registry]?: unknown };
const { origin } = new URL(baseUrl);
const fetch: Fetch = async () => Response.json(applicationDocument());

async function connected(options: object = {}): Promise<Application> {
  const care = await connect({ baseUrl, token: 'token-of-the-tests', fetch, ...options });
  onTestFinished(() => care.close());
  return care;
}

let before: unknown;
beforeEach(() => {
  before = holder[registry];
  delete holder[registry];
});
afterEach(() => {
  holder[registry] = before;
});

test('a throttle learns nothing of the connection that asks it, and knows it again when that is closed', async () => {
  const owners: unknown[] = [];
  const throttle = new OpenThrottle();
  const own: Throttle = {
    acquire: (options = {}) => {
      owners.push(options.owner);
      return throttle.acquire(options);
    },
    rateLimited: () => {},
    release: (owner) => void owners.push(owner),
    stats: () => throttle.stats(),
  };
  const care = await connected({ throttle: own });
  await care.refresh();
  care.close();
  expect(owners).toHaveLength(3);
  expect(new Set(owners).size).toBe(1);
  expect(Reflect.ownKeys(Object(owners[0]))).toEqual([]);
  expect(Object.isFrozen(owners[0])).toBe(true);
});

test('a throttle that neither responds nor heeds a signal holds no call beyond its deadline', async () => {
  const released: unknown[] = [];
  const permit = { waited: 0, release: (how: unknown) => void released.push(how) };
  let grant: (() => void) | undefined;
  const late = new Promise<typeof permit>((resolve) => {
    grant = () => resolve(permit);
  });
  const own: Throttle = { ...methodsOf(new OpenThrottle()), acquire: () => late };
  const time = virtualTime();
  const failure = failureOf(connect({ baseUrl, token: 'x', fetch, throttle: own, deadline: 5 }));
  expect(await time.until(failure)).toMatchObject({ name: 'TimeoutError', attempts: 0 });
  grant?.();
  await expect.poll(() => released).toEqual(['aborted']);
});

test.each(['rateLimited', 'release', 'stats'])('a throttle without `%s` is refused by name', async (name) => {
  const throttle = { ...methodsOf(new OpenThrottle()), [name]: undefined };
  await expect(connect({ baseUrl, token: 'x', fetch, throttle: throttle as never })).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'throttle', message: expect.stringContaining(name) }],
  });
});

function methodsOf(throttle: OpenThrottle): Throttle {
  return {
    acquire: (options) => throttle.acquire(options),
    rateLimited: () => throttle.rateLimited(),
    release: () => throttle.release(),
    stats: () => throttle.stats(),
  };
}

const idle = { isIdle: () => false };
const fails = () => {
  throw new TypeError('Not ours.');
};

describe('a foreign value in the registry of the process', () => {
  test.each<[string, unknown]>([
    ['no map', { entries: [] }],
    ['null', null],
    ['a text', 'throttles'],
    ['a map with a text', new Map([[origin, 'throttle']])],
    ['a map with an empty object', new Map([[origin, {}]])],
    ['an entry that is asked and fails', new Map([[origin, { ...idle, join: fails }]])],
    ['an entry whose state cannot be asked', new Map([[origin, { join: fails, isIdle: fails }]])],
    ['an entry of another origin that fails', new Map([['https://x.example', { join: fails, isIdle: fails }]])],
    ['an entry that gives no share', new Map([[origin, { ...idle, join: () => undefined }]])],
    ['an entry that gives no throttle', new Map([[origin, { ...idle, join: () => ({ leave: () => {} }) }]])],
    [
      'an entry whose throttle can nothing but grant',
      new Map([[origin, { ...idle, join: () => ({ throttle: { acquire: fails }, leave: () => {} }) }]]),
    ],
    [
      'an entry that nobody can leave',
      new Map([[origin, { ...idle, join: () => ({ throttle: methodsOf(new OpenThrottle()) }) }]]),
    ],
  ])('is ignored, with the default limits in its place: %s', async (_, left) => {
    holder[registry] = left;
    const care = await connected();
    expect(care.throttle.stats()).toMatchObject({ requestsPerSecond: 30, sent: 1 });
    care.close();
  });

  test('is used if it has the form of an entry', async () => {
    const throttle = new OpenThrottle();
    const entry = { ...idle, join: () => ({ throttle, leave: () => {} }) };
    holder[registry] = new Map([[origin, entry]]);
    expect((await connected()).throttle.stats().requestsPerSecond).toBe(1000);
  });
});
