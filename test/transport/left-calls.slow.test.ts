import { throttleFrom } from 'care-platform';
import { expect, test } from 'vitest';
import { collectGarbage } from '../support/garbage.js';
import { until } from '../support/raw-server.js';

/** A throttle that grants nothing until `wake` is called with an open budget. */
function closedThrottle() {
  let isOpen = false;
  const budget = { delay: () => (isOpen ? 0 : Number.POSITIVE_INFINITY), take: () => () => {}, rateLimited() {} };
  const throttle = throttleFrom(budget);
  const open = () => {
    isOpen = true;
    throttle.wake();
  };
  return { throttle, open };
}

/** Calls that have left, by owners that nothing else holds. */
async function leave(throttle: ReturnType<typeof throttleFrom>): Promise<readonly WeakRef<object>[]> {
  const controller = new AbortController();
  const owners = Array.from({ length: 50 }, () => ({}));
  const waiting = owners.map((owner) => throttle.acquire({ owner, signal: controller.signal }));
  controller.abort();
  await Promise.allSettled(waiting);
  return owners.map((owner) => new WeakRef(owner));
}

const areGone = (owners: readonly WeakRef<object>[]) => () => {
  collectGarbage();
  return owners.every((owner) => owner.deref() === undefined);
};

test('a throttle keeps nothing of calls that have left if no other call waits', async () => {
  const { throttle } = closedThrottle();
  await until(areGone(await leave(throttle)));
  expect(throttle.stats().queued).toBe(0);
});

test('a throttle keeps nothing of calls that have left once the calls beside them have gone', async () => {
  const { throttle, open } = closedThrottle();
  const beside = throttle.acquire({ priority: 'interactive' });
  const owners = await leave(throttle);
  open();
  (await beside).release();
  await until(areGone(owners));
  expect(throttle.stats()).toMatchObject({ queued: 0, sent: 1 });
});
