import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of Stryker: whether all tests run, or those that reach one mutant. */
    readonly mode: 'dry-run' | 'mutant';
  }
}

/** Milliseconds. Most tests take a hundredth of it. A mutant that makes a call hang costs this much. */
const patience = 10_000;

if (inject('mode') === 'mutant') vi.setConfig({ testTimeout: patience });
