import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach } from 'vitest';
import { OpenThrottle } from './open-throttle.js';

/** A sandbox and a connection to it that needs not wait, both new for each test. */
export function connectedSandbox(): { readonly sandbox: Sandbox; readonly care: Application } {
  let sandbox: Sandbox;
  let care: Application;
  beforeEach(async () => {
    sandbox = createSandbox({ limits: false });
    const { baseUrl, tokens, fetch } = sandbox;
    care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
  });
  afterEach(() => care.close());
  return {
    get sandbox() {
      return sandbox;
    },
    get care() {
      return care;
    },
  };
}
