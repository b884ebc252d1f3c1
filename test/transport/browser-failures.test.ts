import { type ConnectionError, connect } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';

const lost = new TypeError('Failed to fetch');

/** What a call whose connection was lost says, and how often it slowed the others down. */
async function losing(thrown: Error = lost, asked = () => {}) {
  const throttle = new OpenThrottle();
  const fetch = () => {
    asked();
    return Promise.reject(thrown);
  };
  const care = await connectedTo(fetch, { tokenKind: 'user', retry: 0, throttle });
  const failure = await failureOf<ConnectionError>(care.request({ url: 'c/8f31' }));
  return { failure, refusals: throttle.refusals };
}

describe('a lost connection', () => {
  test.each<[string, object | undefined]>([
    ['that knows of a network', { userAgent: 'Mozilla/5.0', onLine: true }],
    ['that tells nothing of its network', undefined],
  ])('in a browser %s may be a refusal that the page cannot read: all calls slow down', async (_, navigator) => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('process', {});
    vi.stubGlobal('navigator', navigator);
    const { failure, refusals } = await losing();
    expect(failure).toMatchObject({ name: 'ConnectionError', code: undefined, mayHaveArrived: true });
    expect(refusals).toEqual([undefined]);
  });

  test('in a browser that goes offline slows nothing down', async () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('process', {});
    const navigator = { userAgent: 'Mozilla/5.0', onLine: true };
    vi.stubGlobal('navigator', navigator);
    const { failure, refusals } = await losing(lost, () => {
      navigator.onLine = false;
    });
    expect(failure).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
    expect(refusals).toEqual([]);
  });

  const foreignSignal = 'Expected signal ("AbortSignal {}") to be an instance of AbortSignal.';

  test.each([
    ['EPIPE', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }), true],
    ['ECONNREFUSED', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), false],
    [undefined, new TypeError(foreignSignal), false],
  ])('in a page that Node simulates has the reason that Node gives (%s)', async (code, cause, mayHaveArrived) => {
    vi.stubGlobal('document', {});
    const { failure, refusals } = await losing(new TypeError('fetch failed', { cause }));
    expect(failure).toMatchObject({ name: 'ConnectionError', code, mayHaveArrived });
    expect(failure.message).not.toContain('The browser hides the reason');
    expect(refusals).toEqual([]);
  });

  test('on a server is no refusal', async () => {
    const { failure, refusals } = await losing();
    expect(failure).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
    expect(refusals).toEqual([]);
  });

  test.each<[string, object | undefined]>([
    ['whose name only mentions a browser’s', { userAgent: 'Edge runtime (like Mozilla/5.0)' }],
    ['without a name', undefined],
  ])('in a worker %s is no refusal either', async (_, navigator) => {
    vi.stubGlobal('WorkerGlobalScope', class {});
    vi.stubGlobal('navigator', navigator);
    const { failure, refusals } = await losing();
    expect(failure).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
    expect(refusals).toEqual([]);
  });
});

test.each([undefined, {}])(
  'a page whose `process` is %j is a browser, and cannot be declared as simulated',
  async (process) => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('process', process);
    const plain = connect({ baseUrl, token: 'x' });
    const simulated = connect({ baseUrl, token: 'x', simulatedPage: true });
    vi.unstubAllGlobals();
    await expect(plain).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'tokenKind' }] });
    await expect(simulated).rejects.toMatchObject({ problems: [{ name: 'simulatedPage' }] });
  },
);
