import { beforeEach, describe, expect, test } from 'vitest';
import { FairQueue, rankOf } from '../../src/transport/throttle/fair-queue.js';
import type { Priority } from '../../src/transport/throttle/interface.js';

let queue: FairQueue;
let runs: Map<unknown, number>;
beforeEach(() => {
  queue = new FairQueue();
  runs = new Map();
});

/** Adds a call whose id is its place by arrival. */
function add(order: number, priority: Priority = 'normal'): void {
  const run = async () => order;
  runs.set(run, order);
  queue.enqueue(run, { id: `${order}`, order, priority: rankOf(priority) });
}

/** The next call, by its place of arrival. */
const next = () => runs.get(queue.dequeue());

const takeAll = () => Array.from({ length: queue.size }, next);

describe('a fair queue', () => {
  test('that is empty has no next call', () => {
    expect(queue.dequeue()).toBeUndefined();
    expect(queue.size).toBe(0);
  });

  test('takes a call that goes again where its arrival belongs: first, last, or in between', () => {
    for (const order of [3, 5, 7]) add(order);
    for (const order of [6, 2, 4, 8]) add(order);
    expect(queue.size).toBe(7);
    expect(takeAll()).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  test('lets each call leave once, at any place', () => {
    for (const order of [1, 2, 3, 4]) add(order);
    for (const id of ['2', '4', '2', '4']) queue.remove(id);
    expect(queue.size).toBe(2);
    add(5);
    queue.remove('4');
    expect(queue.size).toBe(3);
    queue.remove('1');
    expect(takeAll()).toEqual([3, 5]);
    expect(queue.size).toBe(0);
  });

  test('lets thousands leave from the middle', () => {
    const many = 20_000;
    for (let order = 0; order < many; order++) add(order);
    for (let order = many - 2; order > 0; order--) queue.remove(`${order}`);
    expect(takeAll()).toEqual([0, many - 1]);
  });

  test('gives every tenth grant to the call that waits longest, and counts from there again', () => {
    for (const order of [1, 2, 3]) add(order, 'bulk');
    for (let order = 4; order < 30; order++) add(order, 'interactive');
    const order = takeAll();
    expect([1, 2, 3].map((bulk) => order.indexOf(bulk))).toEqual([9, 19, 28]);
  });

  test('runs the calls that have left together with the next that has not', async () => {
    const ran: number[] = [];
    for (let order = 1; order < 6; order++) {
      const run = async () => ran.push(order);
      queue.enqueue(run, { id: `${order}`, order, priority: rankOf('normal'), caller: { hasLeft: order < 4 } });
    }
    await queue.dequeue()?.();
    expect(ran).toEqual([1, 2, 3, 4]);
    expect(queue.size).toBe(1);
  });

  test('counts no more grants against a call that left', () => {
    add(1, 'bulk');
    for (let order = 2; order < 20; order++) add(order, 'interactive');
    for (let grants = 0; grants < 5; grants++) next();
    queue.remove('1');
    next();
    add(1, 'bulk');
    expect(takeAll().indexOf(1)).toBe(9);
  });

  test('refuses a priority that it does not know, by name', () => {
    expect(() => rankOf('toString' as 'bulk')).toThrow(
      expect.objectContaining({
        name: 'InputError',
        problems: [expect.objectContaining({ name: 'priority' })],
      }),
    );
  });
});
