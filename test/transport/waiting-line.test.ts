import { describe, expect, test } from 'vitest';
import type { Priority } from '../../src/transport/throttle-interface.js';
import { WaitingLine } from '../../src/transport/waiting-line.js';

const one = (order: number, priority: Priority = 'normal') => ({ order, priority });

/** Who is in it, from first to last. */
const ordersIn = (line: WaitingLine<{ order: number; priority: Priority }>) => [...line].map(({ order }) => order);

describe('a line', () => {
  test('without calls has no next', () => {
    const line = new WaitingLine();
    expect(line.next()).toBeUndefined();
    expect([line.size, ...line]).toEqual([0]);
  });

  test('takes a retried call at the place of its arrival: first, last, or in between', () => {
    const line = new WaitingLine();
    for (const order of [3, 5, 7]) line.add(one(order));
    line.add(one(6));
    line.add(one(2));
    line.add(one(4));
    line.add(one(8));
    expect(ordersIn(line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(line.size).toBe(7);
  });

  test('lets everybody leave once, wherever one stands', () => {
    const line = new WaitingLine();
    const leave = [1, 2, 3, 4].map((order) => line.add(one(order)));
    for (const index of [1, 3, 1, 3]) leave[index]?.();
    expect(ordersIn(line)).toEqual([1, 3]);
    expect(line.size).toBe(2);
    line.add(one(5));
    leave[3]?.();
    expect(ordersIn(line)).toEqual([1, 3, 5]);
    leave[0]?.();
    expect(line.next()).toEqual(one(3));
    expect(line.size).toBe(2);
  });

  test('keeps who is next in it', () => {
    const line = new WaitingLine();
    line.add(one(1, 'bulk'));
    line.add(one(2, 'interactive'));
    expect(line.next()).toEqual(one(2, 'interactive'));
    expect(line.size).toBe(2);
  });

  test('counts nine overtakings in a row, and again after each turn of the call that waits longest', () => {
    const line = new WaitingLine();
    const leave = line.add(one(1, 'bulk'));
    line.add(one(2, 'interactive'));
    const nexts = Array.from({ length: 20 }, () => line.next()?.order);
    expect(nexts).toEqual([...Array(9).fill(2), 1, ...Array(9).fill(2), 1]);
    for (let turn = 0; turn < 5; turn++) line.next();
    leave();
    expect(line.next()?.order).toBe(2);
    line.add(one(1, 'bulk'));
    expect(Array.from({ length: 10 }, () => line.next()?.order)).toEqual([...Array(9).fill(2), 1]);
  });

  test('refuses a priority that it does not know, by name', () => {
    const add = () => new WaitingLine().add({ order: 1, priority: 'toString' as 'bulk' });
    expect(add).toThrow(
      expect.objectContaining({
        name: 'InputError',
        problems: [expect.objectContaining({ name: 'priority' })],
      }),
    );
  });
});
