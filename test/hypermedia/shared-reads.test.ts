import { expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { virtualTime } from '../support/virtual-time.js';

const it = connectedSandbox();

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'fulfilled',
    (failure: Error) => failure.name,
  );
const reads = () => it.sandbox.journal.filter(({ path }) => path === '/').length;

test('calls without limits of their own share one read of the links', async () => {
  const user = it.care.as(it.sandbox.tokens.apiUser);
  const before = reads();
  await Promise.all([user.labels().toArray(), user.labels().toArray(), user.clients().first()]);
  expect(reads() - before).toBe(1);
});

test('a deadline or `retry` of one call concerns no other call that needs the same links', async () => {
  const time = virtualTime();
  const user = it.care.as(it.sandbox.tokens.apiUser);
  it.sandbox.faults.add({ kind: 'stall', when: 'before', path: '/' });
  const hurried = outcome(user.labels({}, { deadline: 300 }).toArray());
  expect(await time.until(outcome(user.labels().toArray()))).toBe('fulfilled');
  expect(await time.until(hurried)).toBe('TimeoutError');

  const other = it.care.as(it.sandbox.tokens.apiUser);
  it.sandbox.faults.add({ kind: 'response', status: 503, path: '/' });
  const single = outcome(other.labels({}, { retry: 0 }).toArray());
  expect(await time.until(outcome(other.labels().toArray()))).toBe('fulfilled');
  expect(await time.until(single)).toBe('ServerError');
});

test('a call whose deadline ends while another call ensures the same label fails alone, and sends nothing', async () => {
  const time = virtualTime();
  it.sandbox.faults.add({ kind: 'stall', when: 'before', method: 'GET', path: /labels/ });
  const patient = outcome(it.care.ensureLabel('New', { timeout: 2000 }));
  await expect.poll(() => it.sandbox.faults.pending).toEqual([]);
  expect(await time.until(outcome(it.care.ensureLabel('New', { deadline: 300, retry: 0 })))).toBe('TimeoutError');
  expect(it.sandbox.journal.filter(({ path }) => path.includes('labels'))).toHaveLength(1);
  expect(await time.until(patient)).toBe('fulfilled');
});
