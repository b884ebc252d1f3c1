import { beforeEach } from 'vitest';

/** Forgets the limits of all origins, which the package keeps for the whole process. */
export function forgetThrottles(): void {
  delete (globalThis as { [key: symbol]: unknown })[Symbol.for('care-platform.throttles')];
}

// What one test sent, or a lower rate that it asked for, would hold up the next one of the same process.
beforeEach(forgetThrottles);
