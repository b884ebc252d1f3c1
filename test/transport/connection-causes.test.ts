import type { ConnectionError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { perhapsSent, unsent } from './broken-connections.js';

const throttle = new OpenThrottle();

async function failure(thrown: unknown): Promise<ConnectionError> {
  const care = await connectedTo(() => Promise.reject(thrown), { retry: 0, throttle });
  return care.request({ url: 'c/8f31' }).catch((error: unknown) => error) as Promise<ConnectionError>;
}

/** Without what the runtimes themselves say, which is in brackets. */
function withoutBrackets(text: string): string {
  const shorter = text.replaceAll(/ ?\([^()]*\)/g, '');
  return shorter === text ? text : withoutBrackets(shorter);
}

describe('a request that was never sent has the same error in every runtime:', () => {
  test.each(unsent)('$title', async ({ code, thrown }) => {
    const failures = await Promise.all(thrown.map(failure));
    for (const failed of failures) {
      expect(failed).toMatchObject({ name: 'ConnectionError', mayHaveArrived: false });
      expect(failed.message).not.toMatch(/8f31|undefined/);
      if (code !== undefined && failed.code !== undefined) {
        expect(failed.code).toBe(code);
        expect(failed.message).toContain(`(${code})`);
      }
    }
    const words = failures.map(({ message }) => withoutBrackets(message));
    expect(new Set(words).size).toBe(1);
  });
});

describe('a request that may have been sent is reported as such:', () => {
  test.each(perhapsSent)('%s', async (_, code, thrown) => {
    const failed = await failure(thrown);
    expect(failed).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true, code });
    expect(failed.message).not.toContain('8f31');
    if (code !== undefined) expect(failed.message).toContain(code);
  });
});
