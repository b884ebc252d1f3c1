import { type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { messageList, type Provocations } from '../support/message-list.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';
import { expectNothing } from '../support/secrets.js';

/** Reads the rows of an export with this file. */
const rows = (text: string | Uint8Array, output_format: 'csv' | 'json', type?: string) => async () => {
  const document = exportJobDocument(
    { state: 'completed', options: { name: 'client', output_format } },
    { download: '/export/j1/download' },
  );
  const headers = type === undefined ? {} : { 'content-type': type };
  const { fetch } = byPath({
    '/export/j1': () => Response.json(document),
    '/export/j1/download': () => new Response(text as string, { headers }),
  });
  const care = await connectedTo(fetch, { retry: 0 });
  try {
    for await (const _ of (await care.exportJob(`${baseUrl}/export/j1`)).rows());
  } finally {
    care.close();
  }
};

const exportRows: Provocations = {
  'a row with too many fields': rows('a,b\r\nVerhoeven,4,5\r\n', 'csv'),
  'a misplaced quote': rows('a,b\r\n"Verh"oeven,2\r\n', 'csv'),
  'an open quote': rows('a,b\r\n"Verhoeven,2\r\n', 'csv'),
  'an endless quote': rows(`a,b\r\n"${'x'.repeat(2 ** 26)}`, 'csv'),
  'bytes of another charset': rows(Buffer.from('naam\r\nZoë\r\n', 'latin1'), 'csv', 'text/csv'),
  'an object instead of a list': rows('{"items":[{"name":"Verhoeven"}]}', 'json'),
  'a string instead of an object': rows('[{"a":1},"Verhoeven"]', 'json'),
  'JSON that is not valid': rows('[{"name":Verhoeven}]', 'json'),
  'a list that ends early': rows('[{"a":1},{"name":"Verh', 'json'),
};

/** A throttle whose Redis port is closed. */
const withoutRedis = (options: Partial<RedisThrottleOptions>) => {
  const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true });
  return redisThrottle({ redis, key: 'messages', giveUpAfter: 0, ...options });
};
const useOptions = (options: object) => () => withoutRedis(options);

const throttles: Provocations = {
  'an object that is not a Redis client': useOptions({ redis: {} }),
  'an empty key': useOptions({ key: '' }),
  'a rate of 0': useOptions({ requestsPerSecond: 0 }),
  'half a connection': useOptions({ connections: 0.5 }),
  'more processes than connections': useOptions({ processes: 21 }),
  'an unknown value of whenRedisFails': useOptions({ whenRedisFails: 'never' }),
  'a negative wait': useOptions({ giveUpAfter: -1 }),
  'a call whose Redis cannot be reached': async () => {
    await using throttle = withoutRedis({});
    await throttle.acquire();
  },
  'a call after the throttle was closed': async () => {
    const throttle = withoutRedis({});
    await throttle.close();
    await throttle.acquire();
  },
  'a Redis that cannot be reached, as a log line': async () => {
    const lines: string[] = [];
    await using throttle = withoutRedis({ logger: { warn: (line) => void lines.push(line) } });
    await throttle.acquire().catch(() => undefined);
    return lines;
  },
  'the same, if each process continues with its share': async () => {
    const lines: string[] = [];
    const logger = { warn: (line: string) => void lines.push(line) };
    await using throttle = withoutRedis({ logger, whenRedisFails: 'local', processes: 3 });
    await throttle.acquire();
    return lines;
  },
};

test('the messages of rows and of the Redis throttle are those of messages.txt', async () => {
  const list = await messageList({ 'Rows of an export': exportRows, 'One budget in Redis': throttles });
  expectNothing(list);
  await expect(list).toMatchFileSnapshot('messages.txt');
});
