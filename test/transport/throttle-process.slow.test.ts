import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const folder = new URL('../../src/transport/throttle/', import.meta.url).href;

// Node runs TypeScript, but does not look for it under the names that imports have once it is built.
const hooks = `
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  next(context.parentURL?.endsWith('.ts') && name.startsWith('.') ? name.replace(/\\.js$/, '.ts') : name, context) });
`;

/** Runs a program of its own, and gives what it printed. */
async function run(program: string): Promise<{ lines: string[]; lingered: number }> {
  const script = `
    import { throttleFrom } from '${folder}throttle-from.ts';
    import { TokenBucket } from '${folder}token-bucket.ts';
    const createThrottle = (options) => throttleFrom(new TokenBucket(), options);
    process.on('exit', () => console.log(performance.now()));
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    ${program}
    console.log(performance.now());
  `;
  const hooked = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const options = ['--no-warnings', '--import', hooked, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(node, options, { timeout: 10_000 });
  const lines = stdout.trim().split('\n');
  const [done, exit] = lines.slice(-2).map(Number);
  return { lines: lines.slice(0, -2), lingered: (exit ?? 0) - (done ?? 0) };
}

describe.concurrent('a program', () => {
  test('ends by itself when the work is done, and not before', async () => {
    const { lines, lingered } = await run(`
      const throttle = createThrottle({ requestsPerSecond: 20, burst: 5 });
      await Promise.all(Array.from({ length: 15 }, async () => (await throttle.acquire()).release()));
      console.log(throttle.stats().sent, timers());
    `);
    expect(lines).toEqual(['15 0']);
    expect(lingered).toBeLessThan(5000);
  });

  test('ends although the clock was set back an hour while a call waited', async () => {
    const { lines, lingered } = await run(`
      const real = Date.now;
      const throttle = createThrottle({ requestsPerSecond: 10, burst: 1 });
      setTimeout(() => { Date.now = () => real() - 3_600_000; }, 98);
      for (let index = 0; index < 5; index++) (await throttle.acquire()).release();
      console.log(throttle.stats().sent);
    `);
    expect(lines).toEqual(['5']);
    expect(lingered).toBeLessThan(5000);
  });

  test('ends after calls that waited have been aborted, with no rejection left unhandled', async () => {
    const { lines, lingered } = await run(`
      const throttle = createThrottle({ requestsPerSecond: 0.1, burst: 1 });
      const owner = {};
      const controller = new AbortController();
      (await throttle.acquire()).release('aborted');
      const waiting = [throttle.acquire({ signal: controller.signal }), throttle.acquire({ owner })];
      setTimeout(() => { controller.abort(); throttle.release(owner, new Error('closed')); }, 20);
      console.log((await Promise.allSettled(waiting)).map(({ status }) => status).join());
    `);
    expect(lines).toEqual(['rejected,rejected']);
    expect(lingered).toBeLessThan(5000);
  });
});
