import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  const { baseUrl, tokens, fetch } = sandbox;
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
});
afterEach(() => care.close());

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'fulfilled',
    (failure: Error) => failure.name,
  );
const reads = () => sandbox.journal.filter(({ path }) => path === '/').length;

test('calls without limits of their own share one read of the links', async () => {
  const user = care.as(sandbox.tokens.apiUser);
  const before = reads();
  await Promise.all([user.labels().toArray(), user.labels().toArray(), user.clients().first()]);
  expect(reads() - before).toBe(1);
});

test('a deadline or `retry` of one call concerns no other call that needs the same links', async () => {
  const user = care.as(sandbox.tokens.apiUser);
  sandbox.faults.add({ kind: 'stall', when: 'before', path: '/' });
  const hurried = outcome(user.labels({}, { deadline: 300 }).toArray());
  expect(await outcome(user.labels().toArray())).toBe('fulfilled');
  expect(await hurried).toBe('TimeoutError');

  const other = care.as(sandbox.tokens.apiUser);
  sandbox.faults.add({ kind: 'response', status: 503, path: '/' });
  const single = outcome(other.labels({}, { retry: 0 }).toArray());
  expect(await outcome(other.labels().toArray())).toBe('fulfilled');
  expect(await single).toBe('ServerError');
});

test('a call whose deadline ends while another call ensures the same label fails alone, and sends nothing', async () => {
  sandbox.faults.add({ kind: 'stall', when: 'before', method: 'GET', path: /labels/ });
  const patient = outcome(care.ensureLabel('New', { timeout: 2000 }));
  expect(await outcome(care.ensureLabel('New', { deadline: 300, retry: 0 }))).toBe('TimeoutError');
  expect(sandbox.journal.filter(({ path }) => path.includes('labels'))).toHaveLength(1);
  expect(await patient).toBe('fulfilled');
});
