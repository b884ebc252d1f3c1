import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

test('a clock that runs is not set back by letting it go', async () => {
  const { clock } = createSandbox();
  clock.advance({ hours: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = clock.now().getTime();
  clock.resume();
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
});
