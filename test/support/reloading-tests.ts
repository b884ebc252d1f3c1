/**
 * These load modules again, or others in their place. The next file of a shared process would get those. Each runs in a
 * process of its own, and mutation testing leaves them out.
 */
export const reloadingTests = [
  'test/index.test.ts',
  'test/hypermedia/lazy-modules.test.ts',
  'test/transport/{ky,throttle-copies}.test.ts',
];
