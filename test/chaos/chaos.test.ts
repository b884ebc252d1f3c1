import { describe, expect, test } from 'vitest';
import { runChaos } from './child.js';

// The short form; `npm run test:chaos` is the long one. Each runs in a process of its own, over real sockets.
describe.concurrent('under chaos', () => {
  test.each<[string, number, string]>([
    ['creating', 16, 'each creation is applied exactly once, and no call reports the success of another'],
    ['colliding', 14, 'a resource that existed before, or differs, is never taken for the one that was sent'],
    ['once', 8, 'labels, tools, exports and merges are never sent twice'],
    ['mixed', 150, 'every call ends in time, in a result or a documented error, and nothing is left running'],
    ['oneSignal', 500, 'calls on one long-lived signal leave nothing behind'],
  ])('%s %i: %s', async (scenario, count) => {
    const { figures, broken } = await runChaos(scenario, count, { seed: 1, limit: 110_000, isMeasured: false });
    expect(broken).toEqual([]);
    expect(figures.length).toBeGreaterThan(3);
  });
});
