import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { json, lost, refusal, scriptedPlatform } from '../support/platform.js';
import { expectNothing, token } from '../support/secrets.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
let lines: [string, string][];

const line = (level: string) => (message: string) => void lines.push([level, message]);
const logger = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };

beforeEach(() => {
  lines = [];
  skipPauses();
});

async function connected(options = {}) {
  const care = await platform.connect({ logger, token, ...options });
  lines = [];
  return care;
}

describe('the logger', () => {
  test('has a line for each attempt, with method, target, status and times', async () => {
    const care = await connected();
    platform.on('GET', '/c/8f31', json({}));
    await care.request({ url: 'c/8f31', query: { bsn: '999994669' } });
    expect(lines).toEqual([['debug', expect.stringMatching(/^GET request \(\/api\/2\/c\/\*\).* 200; .*1, \d+ ms/)]]);
    expectNothing(lines);
  });

  test('gets retries as information, refusals as warnings, and what a person must check as errors', async () => {
    const care = await connected();
    platform.on('GET', '/x', refusal(429), lost, json({}));
    await care.request({ url: 'x' });
    platform.on('POST', '/configuration/labels', lost);
    await expect(care.createLabel('x')).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(lines.filter(([level]) => level !== 'debug').map(([level]) => level)).toEqual(['warn', 'info', 'error']);
  });

  test.each(['once', 'reconcilable'] as const)(
    'gets an error if the outcome of a raw request is unknown: %s',
    async (retryPolicy) => {
      const care = await connected();
      platform.on('POST', '/x', lost);
      const sent = care.request({ method: 'POST', url: 'x', retryPolicy });
      await expect(sent).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
      expect(lines.filter(([level]) => level === 'error')).toHaveLength(1);
    },
  );

  test('has the name of the failure of each attempt, and when it is sent again', async () => {
    const care = await connected();
    platform.on('GET', '/x', refusal(429), lost, refusal(503), json({}));
    await care.request({ url: 'x' });
    const about = (...facts: string[]) => expect.stringMatching(new RegExp(facts.join('.*')));
    expect(lines).toEqual([
      ['debug', about('429', 'RateLimitedError', 'attempt 1')],
      ['warn', about('429', 'RateLimitedError', 'attempt 1', 'throttle')],
      ['debug', about('ConnectionError', 'attempt 2')],
      ['info', about('ConnectionError', 'attempt 2', ' 188 ms')],
      ['debug', about('503', 'ServerError', 'attempt 3')],
      ['info', about('503', 'ServerError', 'attempt 3', ' 375 ms')],
      ['debug', about('200', 'attempt 4')],
    ]);
  });

  test('that throws, or has only `warn`, changes nothing', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    for (const each of [{ warn: broken }, { debug: broken, info: broken, warn: broken, error: broken }]) {
      const care = await connected({ logger: each, hooks: { beforeRequest: broken } });
      platform.on('GET', '/x', refusal(429), lost, json({}));
      expect(await care.request({ url: 'x' })).toMatchObject({ attempts: 3 });
    }
  });

  test('whose lines are promises that fail leaves no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const broken = () => Promise.reject(new Error('disk full'));
    const care = await connected({ logger: { debug: broken, info: broken, warn: broken, error: broken } });
    platform.on('GET', '/x', refusal(429), lost, json({}));
    await care.request({ url: 'x' });
    // Rejections are reported within a turn.
    await turn();
    await turn();
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('keeps its own `this`, as loggers with state need', async () => {
    class Memory {
      readonly messages: string[] = [];
      debug(message: string) {
        this.messages.push(message);
      }
      warn(message: string) {
        this.messages.push(message);
      }
    }
    const memory = new Memory();
    const care = await connected({ logger: memory });
    platform.on('GET', '/x', json({}));
    await care.request({ url: 'x' });
    expect(memory.messages.length).toBeGreaterThan(0);
  });
});
