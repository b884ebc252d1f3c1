import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AcquireOptions, Permit, Priority, Throttle } from '../../src/transport/throttle/throttle.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { pass } from './bucket-call.js';
import { createThrottle } from './create-throttle.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

const single = { requestsPerSecond: 1000, burst: 1000, connections: 1 };

/** Queues the calls behind one that holds the only connection, and gives the order in which they go. */
async function orderOf(names: readonly string[], optionsOf: (name: string) => AcquireOptions): Promise<string[]> {
  const throttle = createThrottle(single);
  const holder = await throttle.acquire();
  const order: string[] = [];
  const all = names.map(async (name) => {
    const permit = await throttle.acquire(optionsOf(name));
    order.push(name);
    permit.release();
  });
  holder.release();
  await time.until(Promise.all(all));
  return order;
}

function blocked(): Throttle {
  const throttle = createThrottle({ burst: 1, requestsPerSecond: 5 });
  void pass(throttle);
  return throttle;
}

describe('the order of calls', () => {
  test('interactive overtakes normal, which overtakes bulk; each in the order of arrival', async () => {
    const names = ['bulk 1', 'normal 1', 'interactive 1', 'bulk 2', 'normal 2', 'interactive 2'];
    const order = await orderOf(names, (name) => ({ priority: name.split(' ')[0] as 'bulk' }));

    expect(order).toEqual(['interactive 1', 'interactive 2', 'normal 1', 'normal 2', 'bulk 1', 'bulk 2']);
  });

  test('a call without a priority is normal', async () => {
    const order = await orderOf(['bulk', 'none', 'interactive'], (name) =>
      name === 'none' ? {} : { priority: name as 'bulk' },
    );

    expect(order).toEqual(['interactive', 'none', 'bulk']);
  });

  test('every tenth grant goes to the call that waits longest, so that bulk moves', async () => {
    const names = ['bulk 1', 'bulk 2', ...Array.from({ length: 30 }, (_, index) => `interactive ${index}`)];
    const order = await orderOf(names, (name) => ({ priority: name.startsWith('bulk') ? 'bulk' : 'interactive' }));

    expect(order.indexOf('bulk 1')).toBe(9);
    expect(order.indexOf('bulk 2')).toBe(19);
  });

  test('the call that waits longest need not be the least urgent', async () => {
    const names = ['normal 1', 'bulk 1', ...Array.from({ length: 30 }, (_, index) => `interactive ${index}`)];
    const order = await orderOf(names, (name) => ({ priority: name.split(' ')[0] as 'bulk' }));

    expect([order.indexOf('normal 1'), order.indexOf('bulk 1')]).toEqual([9, 19]);
  });

  test('calls that go again keep their places, also among each other', async () => {
    const throttle = createThrottle({ ...single, connections: 2 });
    const [first, second] = [await throttle.acquire(), await throttle.acquire()];
    const order: string[] = [];
    const note = (name: string) => (permit: Permit) => {
      order.push(name);
      permit.release();
    };
    const others = ['b', 'c'].map((name) => throttle.acquire().then(note(name)));
    const again = [first, second].map((permit, index) =>
      throttle.acquire({ again: permit }).then(note(`again ${index + 1}`)),
    );
    first.release();
    await time.until(Promise.all([...others, ...again]));

    expect(order).toEqual(['again 1', 'again 2', 'b', 'c']);
  });

  test('a call with a permit of another throttle has no place here', async () => {
    const throttle = createThrottle(single);
    const foreign = await createThrottle(single).acquire();
    const held = await throttle.acquire();
    const order: string[] = [];
    const note = (name: string) => (permit: Permit) => {
      order.push(name);
      permit.release();
    };
    const calls = [
      throttle.acquire().then(note('first')),
      throttle.acquire({ again: foreign }).then(note('with a foreign permit')),
    ];
    held.release();
    await time.until(Promise.all(calls));
    expect(order).toEqual(['first', 'with a foreign permit']);
  });

  test('an unknown priority is refused', async () => {
    await expect(createThrottle().acquire({ priority: 'urgent' as 'bulk' })).rejects.toMatchObject({
      name: 'InputError',
      problems: [expect.objectContaining({ name: 'priority', code: 'unknown-value' })],
    });
  });
});

describe('leaving the queue', () => {
  test('an abort rejects at once with its reason, uses no token and leaves no listener', async () => {
    const throttle = blocked();
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const waiting = throttle.acquire({ signal: controller.signal });
    controller.abort(reason);

    await expect(waiting).rejects.toBe(reason);
    expect(throttle.stats()).toMatchObject({ queued: 0, sent: 1 });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('a signal that had aborted before is refused with its reason', async () => {
    const throttle = createThrottle();
    await expect(throttle.acquire({ signal: AbortSignal.abort('before') })).rejects.toBe('before');
    expect(throttle.stats()).toMatchObject({ sent: 0, running: 0 });
  });

  test('a permit leaves no listener either', async () => {
    const { signal } = new AbortController();
    const throttle = blocked();
    await time.until(Promise.all(Array.from({ length: 3 }, () => pass(throttle, { signal }))));

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('twenty that leave do not delay the next', async () => {
    const throttle = blocked();
    const controller = new AbortController();
    const leaving = Array.from({ length: 20 }, () => throttle.acquire({ signal: controller.signal }));
    const next = throttle.acquire();
    controller.abort();
    await Promise.allSettled(leaving);

    // A token for each of them would take 4,000 ms.
    expect((await time.until(next)).waited).toBe(200);
  });

  test('those that have left take no turn of the call that waits longest', async () => {
    const throttle = createThrottle(single);
    const holder = await throttle.acquire();
    const controller = new AbortController();
    const { signal } = controller;
    const leaving = Array.from({ length: 30 }, () => throttle.acquire({ priority: 'bulk', signal }));
    const order: string[] = [];
    const go = async (name: string, priority: Priority) => {
      const permit = await throttle.acquire({ priority });
      order.push(name);
      permit.release();
    };
    const staying = [go('bulk', 'bulk'), ...Array.from({ length: 20 }, () => go('interactive', 'interactive'))];
    controller.abort();
    await Promise.allSettled(leaving);
    holder.release();
    await time.until(Promise.all(staying));

    expect(order.indexOf('bulk')).toBe(9);
  });

  test('10,000 on one signal share one listener, leave nothing behind, and the next call goes at once', async () => {
    const throttle = createThrottle({ burst: 1, requestsPerSecond: 10 });
    const holder = await throttle.acquire();
    const controller = new AbortController();
    const waiting = Array.from({ length: 10_000 }, () => throttle.acquire({ signal: controller.signal }));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    await Promise.allSettled(waiting);
    holder.release();

    expect(throttle.stats().queued).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await time.advance(100);
    expect((await pass(throttle)).waited).toBe(0);
  });

  test('removes only the calls of the owner that leaves', async () => {
    const throttle = createThrottle(single);
    const holder = await throttle.acquire();
    const [mine, theirs] = [{}, {}];
    const reason = new Error('closed');
    const leaving = [throttle.acquire({ owner: mine }), throttle.acquire({ owner: mine, priority: 'bulk' })];
    const staying = [throttle.acquire({ owner: theirs }), throttle.acquire()];
    throttle.release(mine, reason);

    expect(await Promise.allSettled(leaving)).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(throttle.stats()).toMatchObject({ queued: 2, running: 1 });
    holder.release();
    for (const permit of staying) (await time.until(permit)).release();
  });

  test('when all have left, the connection kept ready for them is free again', async () => {
    const throttle = createThrottle({ ...single, burst: 1, requestsPerSecond: 5 });
    await pass(throttle);
    const controller = new AbortController();
    const waiting = throttle.acquire({ signal: controller.signal });
    await time.advance(20);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });

    expect(throttle.stats()).toMatchObject({ queued: 0, running: 0 });
    await time.until(pass(throttle));
    expect(throttle.stats()).toMatchObject({ sent: 2 });
  });
});

describe('the statistics of a throttle', () => {
  test('queued, running, sent, refused, waited and the current rate', async () => {
    const throttle = createThrottle({ ...single, requestsPerSecond: 20 });
    const holder = await throttle.acquire();
    const next = throttle.acquire();
    await time.advance(30);
    expect(throttle.stats()).toEqual({
      queued: 1,
      running: 1,
      connections: 1,
      sent: 1,
      rateLimited: 0,
      waited: holder.waited,
      requestsPerSecond: 20,
    });

    holder.release();
    const permit = await time.until(next);
    permit.release();
    throttle.rateLimited();
    expect([holder.waited, permit.waited]).toEqual([0, 30]);
    const { waited, rateLimited, requestsPerSecond } = throttle.stats();
    expect([waited, rateLimited]).toEqual([30, 1]);
    expect(requestsPerSecond).toBeCloseTo(20 / 1.05);
  });
});
