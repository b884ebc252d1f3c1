import { afterEach, vi } from 'vitest';

// Vitest's own `unstubGlobals` waits until the next test begins, and the next file of the same process may load before it.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
