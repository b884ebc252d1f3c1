import type { ConnectionError, Fetch } from 'care-platform';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

/** A browser whose network can go away. */
function browser() {
  const page = new EventTarget();
  const navigator = { userAgent: 'Mozilla/5.0', onLine: true };
  vi.stubGlobal('document', {});
  vi.stubGlobal('process', {});
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return {
    navigator,
    goOffline() {
      navigator.onLine = false;
      page.dispatchEvent(new Event('offline'));
    },
  };
}

const failing: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
const throttle = { requestsPerSecond: 2, burst: 1 };

/** Six reads at once: what each fails with, when all have, on a clock that stands still. */
async function sixReads(fetch: Fetch, offline: 'before' | 'waiting') {
  const { navigator, goOffline } = browser();
  const time = virtualTime();
  const care = await connectedTo(fetch, { tokenKind: 'user', throttle });
  if (offline === 'before') navigator.onLine = false;
  const reads = Array.from({ length: 6 }, (_, index) => care.request({ url: `c/${index}` }));
  const outcomes = Promise.allSettled(reads);
  await time.settle();
  if (offline !== 'before') goOffline();
  await time.settle();
  const settled = await Promise.race([outcomes, time.settle().then(() => undefined)]);
  return settled?.map((outcome) => (outcome as { reason?: ConnectionError }).reason);
}

test('reads in a browser that is offline fail at once, and are not sent', async () => {
  let sent = 0;
  const counting: Fetch = (...given) => {
    sent++;
    return failing(...given);
  };
  const settled = await sixReads(counting, 'before');
  expect(settled).toMatchObject(new Array(6).fill({ name: 'ConnectionError', mayHaveArrived: false, attempts: 0 }));
  expect(sent).toBe(0);
});

test('reads that wait for the throttle or for another attempt fail as soon as the browser is offline', async () => {
  const settled = await sixReads(failing, 'waiting');
  expect(settled).toMatchObject(new Array(6).fill({ name: 'ConnectionError' }));
});

test('a read that is under way when the browser goes offline is not sent again', async () => {
  let sent = 0;
  const { navigator } = browser();
  const time = virtualTime();
  const goingOffline: Fetch = async (...given) => {
    sent++;
    navigator.onLine = false;
    return failing(...given);
  };
  const care = await connectedTo(goingOffline, { tokenKind: 'user' });
  const failure = await time.until(failureOf(care.request({ url: 'c/1' })));
  expect(failure).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true, attempts: 1 });
  expect(sent).toBe(1);
});

test('a request that was sent still gets its response after the browser went offline', async () => {
  const { goOffline } = browser();
  const sending: Fetch = async () => {
    goOffline();
    await new Promise(setImmediate);
    return Response.json({ a: 1 });
  };
  const care = await connectedTo(sending, { tokenKind: 'user' });
  expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
});

test('a write that may have arrived before is reported as such', async () => {
  const { goOffline } = browser();
  const time = virtualTime();
  const hooks = { beforeRetry: () => void setImmediate(goOffline) };
  const care = await connectedTo(failing, { tokenKind: 'user', hooks });
  const update = care.updateClient({ id: 'EHR-1' }, { infix: null });
  const failed = expect(update).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: true, attempts: 1 });
  await failed;
  expect(time.pending).toEqual([]);
});

test('a server on this machine is asked although the browser is offline', async () => {
  const { navigator } = browser();
  navigator.onLine = false;
  const options = { tokenKind: 'user', baseUrl: 'http://localhost:4010/api/2' } as const;
  const care = await connectedTo(async () => Response.json({ a: 1 }), options);
  expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
});

test('a page that Node simulates, and Node itself, send although `navigator` reports that they are offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const care = await connectedTo(async () => Response.json({ a: 1 }));
  expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
  vi.stubGlobal('document', {});
  expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
});
