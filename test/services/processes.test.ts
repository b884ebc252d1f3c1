import { execFile } from 'node:child_process';
import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BuiltPackage, buildPackage } from './built-package.js';
import { highestSockets, type Nginx, startNginx } from './nginx.js';
import { startRedis } from './redis.js';
import { freePort, type Service } from './service.js';
import { describeWithPrograms } from './suite.js';
import { runWorkers } from './workers.js';

let built: BuiltPackage;
let sandbox: Sandbox;
let server: SandboxServer;
beforeAll(async () => {
  built = buildPackage();
  sandbox = createSandbox({ limits: false });
  server = await sandbox.listen();
}, 60_000);
afterAll(async () => {
  built.remove();
  await server.close();
});

/** Runs a program to its end, at most a minute: a leaked timer would keep it alive longer. */
function run(program: string): Promise<string> {
  const args = ['--input-type=module', '--eval', program];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: built.folder, timeout: 60_000 }, (failure, stdout) => {
      if (failure === null) resolve(stdout.trim());
      else reject(failure);
    });
  });
}

describeWithPrograms('several processes behind one address', ['nginx', 'redis-server'], () => {
  let nginx: Nginx;
  let redis: Service;
  beforeAll(async () => {
    nginx = await startNginx(server.url, 30);
    redis = await startRedis();
  });
  afterAll(async () => {
    await nginx.stop();
    await redis.stop();
  });

  test('four processes share one budget in Redis: every call succeeds on 20 sockets, and all processes end', async () => {
    const { baseUrl } = nginx;
    const common = { folder: built.folder, baseUrl, token: sandbox.tokens.apiUser, redisPort: redis.port };
    const workers = await runWorkers({ ...common, processes: 4, requests: 35 });
    expect(workers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const requests = await nginx.requests(4 * 36);
    expect(requests.filter(({ status }) => status === 200)).toHaveLength(4 * 36);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });
});

describeWithPrograms('a process with a throttle in Redis', ['redis-server'], () => {
  const program = (port: number, work: string) => `
    import { Redis } from 'ioredis';
    import { redisThrottle } from './redis/index.js';
    const redis = new Redis({ host: '127.0.0.1', port: ${port}, lazyConnect: true });
    const throttle = redisThrottle({ redis, whenRedisFails: 'local' });
    ${work}
    console.log(throttle.stats().sent);
  `;
  const work = 'for (let i = 0; i < 3; i++) (await throttle.acquire()).release();';

  test('ends after its work, with Redis, without Redis, and after close', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    expect(await run(program(redis.port, work))).toBe('3');
    expect(await run(program(redis.port, `${work} await throttle.close();`))).toBe('3');
    await redis.stop();
    expect(await run(program(await freePort(), work))).toBe('3');
  });
});

test('the ESM copy and the CommonJS copy share one budget', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import * as imported from './index.js';
    const required = createRequire(process.cwd() + '/index.js')('./index.cjs');
    if (imported.connect === required.connect) throw new Error('This is one copy, not two.');
    const options = { baseUrl: '${server.baseUrl}', token: '${sandbox.tokens.apiUser}' };
    const both = await Promise.all([imported, required].map(({ connect }) => connect(options)));
    await Promise.all(both.flatMap((care) => Array.from({ length: 25 }, () => care.client({ id: 'EHR-1042' }))));
    console.log(both.map((care) => care.throttle.stats().sent).join());
  `;
  // Each counts the requests of both. With separate budgets, each would count 26.
  expect(await run(program)).toBe('52,52');
});
