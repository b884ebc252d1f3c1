import { EventEmitter } from 'node:events';
import { type RedisThrottle, type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import type { Redis } from 'ioredis';
import { onTestFinished, vi } from 'vitest';
import { followFakeTimers } from '../support/virtual-time.js';

type Callback = (error: Error | null, reply?: unknown) => void;

/** A Redis without server and sockets, on the test's clock. It supports only the scripts of a shared budget. */
export class RedisInProcess {
  /** The reason why connections fail; `undefined` if they succeed. */
  unreachable: Error | undefined;
  /** The error of each script; `undefined` if they succeed. */
  refusal: string | undefined;
  /** Times at which connections were opened, in milliseconds of the test: two at a time. */
  readonly attempts: number[] = [];
  readonly hashes = new Map<string, Map<string, string>>();
  readonly connections: Connection[] = [];
  /** The messages of all channels. */
  readonly published: string[] = [];

  /** Number of open connections. */
  get open(): readonly Connection[] {
    return this.connections.filter(({ isOpen }) => isOpen);
  }

  /** A throttle of another process. It is closed when the test ends. */
  throttle(options: Partial<RedisThrottleOptions> = {}, own: Readonly<Record<string, unknown>> = {}): RedisThrottle {
    const throttle = redisThrottle({ redis: new Connection(this, own) as unknown as Redis, ...options });
    onTestFinished(() => throttle.close());
    return throttle;
  }

  /** Breaks all connections and refuses new ones. */
  goAway(reason: Error = connectionRefused()): void {
    this.unreachable = reason;
    for (const connection of this.open) connection.close();
  }

  publish(channel: string, message: string): void {
    this.published.push(message);
    for (const connection of this.open)
      if (connection.channels.has(channel)) connection.emit('message', channel, message);
  }

  run(name: string, key: string, args: readonly string[]): unknown {
    if (this.refusal !== undefined) throw new Error(this.refusal);
    const settings = this.hashes.get(key) ?? new Map<string, string>();
    if (name === 'init' && !this.hashes.has(key))
      write(settings, ['nextRequest', String(Date.now()), ...args.slice(2)]);
    if (name === 'update_settings') write(settings, args);
    this.hashes.set(key, settings);
    if (name === 'submit') return [0, 0, 1];
    if (name !== 'register') return 0;
    const wait = Math.max(0, Number(settings.get('nextRequest')) - Date.now());
    settings.set('nextRequest', String(Date.now() + wait + Number(settings.get('minTime'))));
    return [1, wait, null];
  }
}

/** Behaves like a client of ioredis. */
export class Connection extends EventEmitter {
  readonly connector = {};
  readonly setSocketTimeout = (): undefined => undefined;
  readonly channels = new Set<string>();
  readonly stream = {
    isHeld: true,
    ref: () => this.#hold(true),
    unref: () => this.#hold(false),
    destroy: () => undefined,
  };
  readonly scripts: string[] = [];
  status = 'wait';
  isOpen = false;
  readonly options: Readonly<Record<string, unknown>>;
  readonly #server: RedisInProcess;

  constructor(server: RedisInProcess, options: Readonly<Record<string, unknown>>) {
    super();
    this.#server = server;
    this.options = options;
  }

  duplicate(own: Readonly<Record<string, unknown>>): Connection {
    const connection = new Connection(this.#server, { ...this.options, ...own });
    this.#server.connections.push(connection);
    this.#server.attempts.push(performance.now());
    queueMicrotask(() => connection.#connect());
    return connection;
  }

  defineCommand(name: string, { lua }: { lua: string }): void {
    this.scripts.push(lua);
    const command = (count: number, ...given: [...string[], Callback]) => {
      const callback = given.at(-1) as Callback;
      const [key = ''] = given as string[];
      queueMicrotask(() => {
        // A broken connection leaves its commands without a reply.
        if (!this.isOpen) return;
        try {
          callback(null, this.#server.run(name, key, given.slice(count + 2, -1).map(String)));
        } catch (error) {
          callback(error as Error);
        }
      });
    };
    Object.assign(this, { [name]: command });
  }

  async hget(key: string, field: string): Promise<string | null> {
    return this.#server.hashes.get(key)?.get(field) ?? null;
  }

  async publish(channel: string, message: string): Promise<void> {
    if (!this.isOpen) throw new Error('Connection is closed.');
    this.#server.publish(channel, message);
  }

  subscribe(channel: string, done: () => void): void {
    this.channels.add(channel);
    queueMicrotask(done);
  }

  async unsubscribe(channel: string): Promise<void> {
    this.channels.delete(channel);
  }

  disconnect(): void {
    this.close();
  }

  close(): void {
    if (this.status === 'end') return;
    this.status = 'end';
    this.isOpen = false;
    queueMicrotask(() => this.emit('end'));
  }

  #connect(): void {
    if (this.status === 'end') return;
    const reason = this.#server.unreachable;
    if (reason !== undefined) {
      this.emit('error', reason);
      this.close();
      return;
    }
    this.isOpen = true;
    this.status = 'ready';
    this.emit('connect');
    this.emit('ready');
  }

  #hold(isHeld: boolean): void {
    this.stream.isHeld = isHeld;
  }
}

/** An error as Node reports it, with a code. */
export function connectionRefused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
}

/** Installs a clock that only the test moves. It starts at 0. */
export function fakeClock(): void {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  followFakeTimers();
}

/** Advances the clock. All timers that are due fire in order. */
export async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** Times of grants in milliseconds of the test, rounded to ten. Each permit is released at once. */
export function grants(throttle: RedisThrottle, count: number): number[] {
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    throttle.acquire().then(
      (permit) => {
        times.push(Math.floor(performance.now() / 10) * 10);
        permit.release();
      },
      () => undefined,
    );
  }
  return times;
}

function write(settings: Map<string, string>, pairs: readonly string[]): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) settings.set(pairs[at] ?? '', pairs[at + 1] ?? '');
}
