import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { delivered, run } from './consumer.js';

test.each(['index.js', 'index.cjs'])('redis/%s holds no queue, no pacing and no errors of the client', (name) => {
  const file = join(delivered, 'dist/redis', name);
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  const foreign = sources.filter((source) => !/src\/(?:redis|runtime)\/|src\/errors\/printable\.ts$/.test(source));
  expect(foreign).toEqual([]);
  const program = readFileSync(file, 'utf8');
  expect(program).not.toMatch(/PQueue|FairQueue|WaitingLine|TokenBucket|Pacing|Refusals/);
  expect(program).toMatch(/from ['"]care-platform['"]|require\(['"]care-platform['"]\)/);
});

const work = `
  const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true });
  const caught = async (call) => { try { return await call(); } catch (error) { return error; } };
  const errors = {
    InputError: await caught(() => redisThrottle({ redis, key: '' })),
    CareError: await caught(() => redisThrottle({ redis, giveUpAfter: 0 }).acquire()),
    ClosedError: await caught(async () => {
      const throttle = redisThrottle({ redis });
      await throttle.close();
      return throttle.acquire();
    }),
  };
  const known = Object.entries(errors).filter(([name, error]) => error instanceof care[name]).map(([name]) => name);
  console.log(JSON.stringify([known, errors.CareError.name]));
`;
const programs = {
  import: `
    import * as care from 'care-platform';
    import { redisThrottle } from 'care-platform/redis';
    import { Redis } from 'ioredis';
    ${work}`,
  require: `
    const care = require('care-platform');
    const { redisThrottle } = require('care-platform/redis');
    const { Redis } = require('ioredis');
    (async () => { ${work} })();`,
};

test.each([
  ['imported', 'module', programs.import],
  ['required', 'commonjs', programs.require],
])('the errors of redis are instances of the classes of the main entry: %s', async (_, type, program) => {
  const printed = await run(`--input-type=${type}`, '--eval', program);
  expect(JSON.parse(printed)).toEqual([['InputError', 'CareError', 'ClosedError'], 'RedisUnavailableError']);
});
