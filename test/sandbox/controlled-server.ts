import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach } from 'vitest';

interface ControlledServer {
  readonly sandbox: Sandbox;
  /** Its origin. */
  readonly url: string;
}

/** A sandbox that listens on this machine and can be controlled over HTTP, its clock frozen; a new one for each test of the file. */
export function controlledServer(): ControlledServer {
  const current = {} as { sandbox: Sandbox; url: string };
  let close: () => Promise<void>;
  beforeEach(async () => {
    current.sandbox = createSandbox({ clock: { frozen: true } });
    ({ url: current.url, close } = await current.sandbox.listen({ control: true }));
  });
  afterEach(() => close());
  return current;
}
