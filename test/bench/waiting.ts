// npm run bench: who waits, and for how long, while a nightly run fills the line; and what calls leave behind that were
// aborted while they waited.
import { type Application, connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const tokenInterval = 1000 / 30;

const sandbox = createSandbox();
const server = await sandbox.listen();
const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });

await underBulk(care);
await afterAborts(care);

care.close();
await server.close();

/** A person's clicks while 1,000 calls of a nightly run wait: measured from the click to when it is sent. */
async function underBulk(app: Application): Promise<void> {
  const night = new AbortController();
  const calls = Array.from({ length: 1000 }, () => app.refresh({ priority: 'bulk', signal: night.signal }));
  const settled = Promise.allSettled(calls);
  await pause(1200);

  const clicks: number[] = [];
  for (let click = 0; click < 60; click++) {
    await pause(150 * Math.random());
    const { waited } = await app.request({ url: app.url }, { priority: 'interactive' });
    clicks.push(waited);
  }
  print('interactive call among 1,000 bulk calls', clicks);

  const afterLeaving: number[] = [];
  for (let round = 0; round < 10; round++) {
    const leaving = new AbortController();
    const left = Array.from({ length: 20 }, () => app.refresh({ priority: 'interactive', signal: leaving.signal }));
    leaving.abort();
    await Promise.allSettled(left);
    afterLeaving.push((await app.request({ url: app.url }, { priority: 'interactive' })).waited);
  }
  print('the same after 20 aborted waiters', afterLeaving);
  night.abort();
  await settled;
}

/** 10,000 calls that are aborted while they wait, on one signal. */
async function afterAborts(app: Application): Promise<void> {
  await pause(1200);
  const heapBefore = heapUsed();
  const blocked = new AbortController();
  const blockers = Array.from({ length: 40 }, () => app.refresh({ signal: blocked.signal }));
  const leaving = new AbortController();
  const calls = Array.from({ length: 10_000 }, () => app.refresh({ signal: leaving.signal }));
  leaving.abort();
  const ended = await Promise.allSettled([...calls]);
  blocked.abort();
  await Promise.allSettled(blockers);
  await pause(1200);
  const { waited } = await app.request({ url: app.url });
  const rejected = ended.filter((one) => one.status === 'rejected').length;
  console.log(`${rejected} calls aborted while they waited; the next one waited ${waited.toFixed(1)} ms`);
  console.log(`  heap                 ${((heapUsed() - heapBefore) / 1024).toFixed(0)} kB more than before`);
}

function print(what: string, waits: number[]): void {
  const sorted = waits.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  console.log(`${what}, ${waits.length} times`);
  console.log(`  waited               median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  console.log(
    `  in token intervals   median ${(median / tokenInterval).toFixed(2)}, worst ${(worst / tokenInterval).toFixed(2)} (goal 2)`,
  );
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
