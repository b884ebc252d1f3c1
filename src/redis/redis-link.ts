import Bottleneck from 'bottleneck';
import type { Redis } from 'ioredis';
import { printable } from '../errors/printable.js';
import { isError } from '../runtime/shape.js';
import { withServerClock } from './server-clock.js';

// Redis responds in a millisecond. A server that takes this long is gone without having closed the connection.
const maxResponseTime = 5_000;
const maxConnectTime = 5_000;

// Redis forgets a budget that no process has used for this long.
const budgetLifetime = 300_000;

/** What a link reports. After `lost` it reports nothing more. */
export interface LinkEvents {
  /** The budget is joined; `interval` is the spacing in force, in milliseconds. */
  ready(interval: number): void;
  /** One of the tokens asked for is due now. */
  token(): void;
  /** A message of another process, or of this one. */
  message(text: string): void;
  lost(reason: string): void;
}

/**
 * One stay in the shared budget: two connections of its own and a limiter of bottleneck. It never reconnects, since
 * bottleneck's jobs may hang for good when a script fails between. Whatever goes wrong ends it, and another takes its place.
 */
export class RedisLink {
  readonly #events: LinkEvents;
  readonly #clients: readonly Redis[];
  readonly #client: Redis;
  readonly #connection: Bottleneck.IORedisConnection;
  readonly #limiter: Bottleneck;
  readonly #gone: Promise<unknown>;
  #isNeeded = true;
  #isReady = false;
  #hasEnded = false;

  /** @param interval milliseconds between two requests of all processes together, unless another asks for more */
  constructor(redis: Redis, id: string, interval: number, events: LinkEvents) {
    this.#events = events;
    const own = {
      lazyConnect: false,
      keyPrefix: '',
      enableAutoPipelining: false,
      connectTimeout: Math.min(maxConnectTime, redis.options.connectTimeout ?? maxConnectTime),
      socketTimeout: maxResponseTime,
      retryStrategy: () => null,
      reconnectOnError: null,
    };
    this.#client = redis.duplicate(own);
    const subscriber = redis.duplicate(own);
    this.#clients = [this.#client, subscriber];
    // Bottleneck makes its second connection this way, and would not hand it out while it is being made.
    this.#client.duplicate = () => subscriber;
    const define = this.#client.defineCommand.bind(this.#client);
    this.#client.defineCommand = (name, script) => define(name, { ...script, lua: withServerClock(script.lua) });

    const lose = (thrown: unknown) => this.#lose(reasonOf(thrown));
    this.#gone = Promise.all(
      this.#clients.map(
        (client) =>
          new Promise<void>((resolve) => {
            client.on('connect', () => this.hold(this.#isNeeded));
            client.once('end', () => {
              resolve();
              lose('the connection was closed');
            });
          }),
      ),
    );
    // Given `Redis`, bottleneck does not look for a copy of ioredis by itself, with `eval`.
    const settings = { client: this.#client, Redis: redis.constructor };
    this.#connection = new Bottleneck.IORedisConnection(settings);
    this.#connection.on('error', lose);
    // Spacing only. A reservoir would be refilled by bottleneck's heartbeat, every five seconds in a cluster.
    this.#limiter = new Bottleneck({ id, minTime: interval, timeout: budgetLifetime, connection: this.#connection });
    // A script that fails is reported here alone, and its job would wait for ever.
    this.#limiter.on('error', lose);
    this.#limiter.on('message', (text: string) => {
      if (!this.#hasEnded) events.message(text);
    });
    this.#join(id, interval).catch(lose);
  }

  /** `true` once the budget is joined, and tokens can be asked for. */
  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded;
  }

  /** Asks for one token of the budget. */
  ask(): void {
    const job = async () => {
      if (!this.#hasEnded) this.#events.token();
    };
    this.#limiter.schedule(job).catch((thrown: unknown) => this.#lose(reasonOf(thrown)));
  }

  /** Sets the spacing of all processes, in milliseconds. */
  space(interval: number): void {
    this.#setSpacing(interval).catch((thrown: unknown) => this.#lose(reasonOf(thrown)));
  }

  /** Sends a message to all processes, this one included. */
  send(message: string): void {
    this.#limiter.publish(message).catch((thrown: unknown) => this.#lose(reasonOf(thrown)));
  }

  /** Whether the connections keep the process alive: they must while a call waits, and must not otherwise. */
  hold(isNeeded: boolean): void {
    this.#isNeeded = isNeeded;
    for (const { stream } of this.#clients) {
      if (isNeeded) stream?.ref();
      else stream?.unref();
    }
  }

  /** Leaves no timer and no socket. Resolves once both connections are closed; repeats do nothing more. */
  async end(): Promise<void> {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      // Tokens under way are timers in bottleneck, which its `disconnect` leaves running.
      this.#limiter.stop({ dropWaitingJobs: true }).catch(() => undefined);
      await this.#connection.disconnect(false);
      // Else a Redis that hangs could keep its half of the connection open for two seconds more.
      for (const { stream } of this.#clients) stream?.destroy();
    }
    await this.#gone;
  }

  async #join(id: string, interval: number): Promise<void> {
    await this.#limiter.ready();
    // The heartbeat starts with the last step of joining, so a link that ended meanwhile must stop it now.
    if (this.#hasEnded) {
      await this.#limiter.disconnect(false);
      return;
    }
    // The first to come has set the spacing. Where limits differ, the lowest holds for all.
    const found = Number(await this.#client.hget(`b_${id}_settings`, 'minTime'));
    if (found < interval) await this.#setSpacing(interval);
    if (this.#hasEnded) return;
    this.#isReady = true;
    this.#events.ready(Math.max(found, interval));
  }

  async #setSpacing(interval: number): Promise<void> {
    await this.#limiter.updateSettings({ minTime: interval });
  }

  #lose(reason: string): void {
    if (this.#hasEnded) return;
    void this.end();
    this.#events.lost(reason);
  }
}

/** Never the error itself: those of ioredis hold the command with its arguments, the password among them. */
function reasonOf(thrown: unknown): string {
  return printable(messageOf(thrown).replace(quotedArguments, ''));
}

/** What Redis quotes of a command that it does not know: that can be `AUTH` and the password. */
const quotedArguments = /,? *with args beginning with.*/s;

function messageOf(thrown: unknown): string {
  if (!isError(thrown)) return String(thrown);
  const { code } = thrown as { code?: unknown };
  return thrown.message || String(code ?? thrown.name);
}
