// One of several processes: reads some clients through the shared budget, then ends without `close`.
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Options of a worker, as JSON in its first argument. */
export interface WorkerTask {
  /** Folder of the built package. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly redisPort: number;
  readonly processes: number;
  readonly requests: number;
  /** Reports that it is connected, and waits for a message, so that all workers start together. */
  readonly waits: boolean;
}

const task: WorkerTask = JSON.parse(process.argv[2] ?? '');
const { connect }: typeof import('care-platform') = await import(join(task.folder, 'index.js'));
const { redisThrottle }: typeof import('care-platform/redis') = await import(join(task.folder, 'redis/index.js'));

const redis = new Redis({ host: '127.0.0.1', port: task.redisPort, lazyConnect: true });
const throttle = redisThrottle({ redis, processes: task.processes });
const care = await connect({ baseUrl: task.baseUrl, token: task.token, throttle });
if (task.waits) {
  console.log('connected');
  await new Promise<unknown>((resolve) => process.stdin.once('data', resolve));
  process.stdin.destroy();
}
await Promise.all(Array.from({ length: task.requests }, () => care.client({ id: 'EHR-1042' })));
console.log(JSON.stringify(throttle.stats()));
