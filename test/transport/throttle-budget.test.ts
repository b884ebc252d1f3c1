import { type BudgetedThrottle, type Pace, type RequestBudget, throttleFrom } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** A budget whose tokens the test gives, and what the throttle asked of it. */
class GivenTokens implements RequestBudget {
  tokens = 0;
  wait = Number.POSITIVE_INFINITY;
  readonly asked: number[] = [];
  readonly refusals: { pause: number; pace: Pace }[] = [];
  rests = 0;

  delay(_now: number, _pace: Pace, usable: number): number {
    this.asked.push(usable);
    return this.tokens > 0 ? 0 : this.wait;
  }

  take(): () => void {
    this.tokens--;
    return () => undefined;
  }

  rateLimited(pause: number, pace: Pace): void {
    this.refusals.push({ pause, pace });
  }

  rest(): void {
    this.rests++;
  }
}

function given(connections = 2): { budget: GivenTokens; throttle: BudgetedThrottle } {
  const budget = new GivenTokens();
  return { budget, throttle: throttleFrom(budget, { requestsPerSecond: 10, connections }) };
}

describe('a throttle from a budget', () => {
  test('lets one call go for each token, when it is woken', async () => {
    const { budget, throttle } = given();
    const calls = [throttle.acquire(), throttle.acquire({ priority: 'interactive' })];
    expect(time.pending).toEqual([]);
    budget.tokens = 1;
    throttle.wake();
    await calls[1];
    expect(throttle.stats()).toMatchObject({ sent: 1, queued: 1 });
    budget.tokens = 1;
    throttle.wake();
    await calls[0];
    expect(throttle.stats()).toMatchObject({ sent: 2, queued: 0 });
    expect(budget.tokens).toBe(0);
  });

  test('asks for no more tokens than calls can use, and for none without a free connection', () => {
    const { budget, throttle } = given();
    budget.tokens = 2;
    for (let call = 0; call < 5; call++) void throttle.acquire();
    expect(throttle.stats()).toMatchObject({ running: 2, queued: 3 });
    expect(Math.max(...budget.asked)).toBe(1);
    budget.asked.length = 0;
    throttle.wake();
    expect(budget.asked).toEqual([]);
  });

  test('asks again after the time that the budget names', async () => {
    const { budget, throttle } = given();
    budget.wait = 500;
    const call = throttle.acquire();
    expect(time.pending).toEqual([500]);
    await time.advance(400);
    budget.tokens = 1;
    await time.advance(100);
    expect((await call).waited).toBe(500);
  });

  test('reports when no call waits', async () => {
    const { budget, throttle } = given();
    const stop = new AbortController();
    const call = throttle.acquire({ signal: stop.signal });
    budget.rests = 0;
    stop.abort('left');
    await expect(call).rejects.toBe('left');
    expect(budget.rests).toBeGreaterThan(0);
  });

  test('reports a 429 with its pause and the wider pace, and asks for no token in the pause', async () => {
    const { budget, throttle } = given();
    throttle.rateLimited(2000);
    expect(budget.refusals).toEqual([{ pause: 2000, pace: { burst: 1, interval: expect.closeTo(105) } }]);
    budget.tokens = 1;
    budget.asked.length = 0;
    const call = throttle.acquire();
    await time.advance(1999);
    expect(budget.asked).toEqual([]);
    await time.advance(1);
    expect((await call).waited).toBe(2000);
  });

  test('pauses for the 429 of another process, and goes evenly spaced for a minute', async () => {
    const { budget, throttle } = given();
    budget.tokens = 1;
    throttle.slowDown(1000, 2);
    expect(throttle.stats()).toMatchObject({ rateLimited: 0, requestsPerSecond: 5 });
    expect(budget.refusals).toEqual([]);
    const call = throttle.acquire();
    await time.advance(1000);
    expect((await call).waited).toBe(1000);
    await time.advance(59_000);
    expect(throttle.stats().requestsPerSecond).toBe(10);
  });

  test('rejects the calls that have waited for long, or all', async () => {
    const { throttle } = given();
    const first = throttle.acquire();
    await time.advance(100);
    const second = throttle.acquire();
    throttle.reject('too long', time.now() - 100);
    await expect(first).rejects.toBe('too long');
    expect(throttle.stats().queued).toBe(1);
    throttle.reject('closed');
    await expect(second).rejects.toBe('closed');
  });

  test('refuses options out of bounds', () => {
    expect(() => throttleFrom(new GivenTokens(), { connections: 0 })).toThrow('connections');
  });
});
