import { setImmediate as turn } from 'node:timers/promises';
import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false, clients: 60, settings: { totals: 'null' } });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

const lists = () => sandbox.journal.filter((entry) => entry.path === '/c/items').length;
/** Lets everything that is on its way be sent. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

describe('a list with prefetch', () => {
  test('asks for so many pages ahead while the first item is worked on, and for no more', async () => {
    for await (const _ of care.clients({ limit: 10, prefetch: 2 })) {
      await expect.poll(() => lists()).toBe(3);
      await settled();
      expect(lists()).toBe(3);
      break;
    }
  });

  test('gives the same items in the same order as without, for the same requests', async () => {
    const plain = (await care.clients({ limit: 7 }).toArray()).map((user) => user.url);
    const before = lists();
    const ahead = (await care.clients({ limit: 7, prefetch: 3 }).toArray()).map((user) => user.url);
    expect(ahead).toEqual(plain);
    expect(lists() - before).toBe(before);
  });

  test('asks for nothing ahead by default', async () => {
    for await (const _ of care.clients({ limit: 10 })) {
      await settled();
      expect(lists()).toBe(1);
      break;
    }
  });

  test('ends the request that is under way when the consumer leaves', async () => {
    sandbox.settings.latency = 50;
    const aborted: unknown[] = [];
    const watched = await connect({
      baseUrl: 'https://watched.example/api/2',
      token: sandbox.tokens.apiUser,
      fetch: async (url, init) => {
        init.signal.addEventListener('abort', () => aborted.push(init.signal.reason));
        return sandbox.fetch(rebased(url), init);
      },
      mapLink: 'base',
    });
    for await (const _ of watched.clients({ limit: 10, prefetch: 1 })) {
      await expect.poll(() => lists()).toBe(2);
      break;
    }
    expect(aborted).toHaveLength(1);
    await settled();
    expect(lists()).toBeLessThanOrEqual(2);
  });

  test('stops at once on an abort, and throws its reason', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const user of care.clients({ limit: 10, prefetch: 2 }, { signal: controller.signal })) {
        seen.push(user.url);
        if (seen.length === 3) controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toHaveLength(3);
    const asked = lists();
    await settled();
    expect(lists()).toBe(asked);
  });

  test('throws the failure of a page when the consumer gets to it, and never if it does not', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, path: '/c/items', skip: 1, times: 1 });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const user of care.clients({ limit: 10, prefetch: 3 })) seen.push(user.url);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(seen).toHaveLength(10);

    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    sandbox.faults.add({ kind: 'response', status: 403, path: '/c/items', skip: 1, times: 1 });
    for await (const _ of care.clients({ limit: 10, prefetch: 3 })) {
      await settled();
      break;
    }
    expect(unhandled).not.toHaveBeenCalled();
  });

  test.each([-1, 1.5, 11])('is refused unless it is a whole number from 0 to 10: %d', (prefetch) => {
    const refusal = expect.objectContaining({
      name: 'InputError',
      problems: [expect.objectContaining({ name: 'prefetch' })],
    });
    expect(() => care.clients({ prefetch })).toThrow(refusal);
  });
});

function rebased(url: string): string {
  return url.replace('https://watched.example', 'https://sandbox.example');
}
