import { expect, test } from 'vitest';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

test('`throttle: false` waits after a 429 too, for as long as the platform says', async () => {
  const time = virtualTime();
  const sent: number[] = [];
  const respond = async () => {
    sent.push(time.now());
    const headers: Record<string, string> = sent.length === 1 ? {} : { 'Retry-After': '2' };
    return sent.length < 4 ? new Response('', { status: 429, headers }) : Response.json({});
  };
  const care = await connectedTo(respond, { throttle: false });
  await time.until(care.request({ url: 'x' }));
  expect(sent.map((at) => at - (sent[0] ?? 0))).toEqual([0, 333, 2333, 4333]);
  expect(care.throttle.stats()).toMatchObject({ sent: 5, running: 0, queued: 0, rateLimited: 3, waited: 0 });
});

test('`throttle: false` sends all calls at once, and counts them', async () => {
  let respond = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const care = await connectedTo(() => gate.then(() => Response.json({})), { throttle: false });
  const calls = Array.from({ length: 100 }, () => care.request({ url: 'x' }));
  await expect.poll(() => care.throttle.stats().running).toBe(100);
  respond();
  await Promise.all(calls);
  expect(care.throttle.stats()).toMatchObject({ sent: 101, running: 0, rateLimited: 0 });
});

test('a call without a throttle that waits after a 429 ends when its signal aborts', async () => {
  const time = virtualTime();
  const stop = new AbortController();
  const respond = async () => {
    void time.wait(1000).then(() => stop.abort(new Error('stopped')));
    return new Response('', { status: 429, headers: { 'Retry-After': '20' } });
  };
  const care = await connectedTo(respond, { throttle: false });
  const call = care.request({ url: 'x' }, { signal: stop.signal });
  const started = time.now();
  await expect(time.until(call)).rejects.toThrow('stopped');
  expect(time.now() - started).toBe(1000);
});
