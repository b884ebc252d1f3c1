import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { virtualTime } from '../support/virtual-time.js';

const sandbox = createSandbox({ limits: false });
const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch };
const many = Array.from({ length: 40 });

async function connection(throttle?: false) {
  const care = await connect({ ...options, ...(throttle === false && { throttle }) });
  onTestFinished(() => care.close());
  return care;
}

test('a client keeps to its own rate in a sandbox without limits', async () => {
  const time = virtualTime();
  const care = await time.until(connection());
  const before = time.now();
  await time.until(Promise.all(many.map(() => care.refresh())));
  expect(time.now()).toBeGreaterThan(before);
  expect(sandbox.journal.every(({ status }) => status === 200)).toBe(true);
});

test('a client without a throttle waits for nothing there', async () => {
  const time = virtualTime();
  const care = await time.until(connection(false));
  const before = time.now();
  await Promise.all(many.map(() => care.refresh()));
  expect(time.now()).toBe(before);
});

test('a client without a throttle is refused while one with a throttle is open to the same sandbox', async () => {
  const care = await connection();
  await expect(connection(false)).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'throttle' }] });
  care.close();
  expect((await (await connection(false)).refresh()).url).toBe(sandbox.baseUrl);
});

test('a client finds itself by the URL that it is given, and may list no clients', async () => {
  const [client] = sandbox.control.users('client');
  const care = await connect({ ...options, token: sandbox.tokens.client, tokenKind: 'user' });
  onTestFinished(() => care.close());
  await expect(care.clients().first()).rejects.toMatchObject({ name: 'ForbiddenError' });
  const me = await care.client({ url: `${sandbox.baseUrl}${client?.path}` });
  expect(me.url).toBe(`${sandbox.baseUrl}${client?.path}`);
});
