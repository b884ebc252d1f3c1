import { expect, test, vi } from 'vitest';
import { shareThrottle } from '../../src/transport/throttle/registry.js';

/** As an application has that requires the package and imports it too. */
vi.resetModules();
const copy = await import('../../src/transport/throttle/registry.js');

test('connections share the throttle of their origin even if each has loaded its own copy of the package', () => {
  const origin = 'https://app.example.org';
  expect(copy.shareThrottle).not.toBe(shareThrottle);
  expect(copy.shareThrottle(origin).throttle).toBe(shareThrottle(origin).throttle);
});
