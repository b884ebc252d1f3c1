import { setImmediate as turn } from 'node:timers/promises';
import { type ClientRow, connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { newClient } from '../support/people.js';

const rows: ClientRow[] = ['NEW-1', 'NEW-2'].map((id) => ({
  ...newClient,
  id,
  email: `${id.toLowerCase()}@mail.example`,
}));

async function start() {
  const { baseUrl, tokens, fetch } = createSandbox({ limits: false });
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
  onTestFinished(() => care.close());
  return care;
}

/** A reader of rows that counts how often it is closed. */
class Reader implements AsyncIterable<ClientRow> {
  closed = 0;
  readonly #next: () => Promise<IteratorResult<ClientRow>>;
  readonly #close: () => Promise<void>;

  constructor(next: () => Promise<IteratorResult<ClientRow>>, close: () => Promise<void> = async () => undefined) {
    this.#next = next;
    this.#close = close;
  }

  [Symbol.asyncIterator](): AsyncIterator<ClientRow> {
    return {
      next: this.#next,
      return: async () => {
        this.closed++;
        await this.#close();
        return { done: true, value: undefined };
      },
    };
  }
}

describe('the reader of the rows of a sync', () => {
  test('has ended when the loop that was left ends', async () => {
    const care = await start();
    let hasEnded = false;
    async function* slowToEnd() {
      try {
        yield* rows;
      } finally {
        await turn();
        hasEnded = true;
      }
    }
    for await (const { outcome } of care.syncClients(slowToEnd(), { concurrency: 1 })) {
      expect(outcome).toBe('created');
      break;
    }
    expect(hasEnded).toBe(true);
  });

  test('is closed once if it is left while its next row is awaited, and its failure is nobody’s then', async () => {
    const care = await start();
    const waiting = [...rows];
    const reader = new Reader(
      () => {
        const value = waiting.shift();
        return value ? Promise.resolve({ value }) : new Promise(() => undefined);
      },
      () => Promise.reject(new Error('The file cannot be closed.')),
    );
    for await (const { outcome } of care.syncClients(reader)) {
      expect(outcome).toBe('created');
      break;
    }
    await turn();
    expect(reader.closed).toBe(1);
  });

  test('is not closed after its end, or after its own failure', async () => {
    const care = await start();
    const ended = new Reader(() => Promise.resolve({ done: true, value: undefined }));
    for await (const result of care.syncClients(ended)) expect(result).toBeUndefined();
    const failed = new Reader(() => Promise.reject(new Error('The file is broken.')));
    expect(await failureOf(care.syncClients(failed).next())).toEqual(new Error('The file is broken.'));
    expect([ended.closed, failed.closed]).toEqual([0, 0]);
  });
});
