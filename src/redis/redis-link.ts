import Bottleneck from 'bottleneck';
import type { Redis } from 'ioredis';
import { printable } from '../errors/printable.js';
import { isError } from '../runtime/shape.js';
import { withServerClock } from './server-clock.js';

// Redis responds in a millisecond. A server that takes this long has gone without closing the connection.
const maxResponseTime = 5_000;
const maxConnectTime = 5_000;

// Redis deletes a budget that no process has used for this long.
const budgetLifetime = 300_000;

/** Events of a link. `lost` is the last one. */
export interface LinkEvents {
  /** The link has joined the budget. `interval` is the current spacing in milliseconds. */
  ready(interval: number): void;
  /** A requested token is due now. */
  token(): void;
  /** A message from any process, this one included. */
  message(text: string): void;
  lost(reason: string): void;
}

/**
 * A membership in the shared budget: two connections of its own and a limiter of bottleneck. It never reconnects, since
 * bottleneck's jobs may hang for ever if a script fails meanwhile. Any failure ends it, and a new link replaces it.
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

  /** @param interval milliseconds between two requests of all processes together, unless another process needs more */
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
    // Bottleneck duplicates the client for its second connection, and hides that one until it is ready.
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
    // Without `Redis`, bottleneck would load its own copy of ioredis with `eval`.
    const settings = { client: this.#client, Redis: redis.constructor };
    this.#connection = new Bottleneck.IORedisConnection(settings);
    this.#connection.on('error', lose);
    // Spacing only: bottleneck's heartbeat would refill a reservoir only every five seconds in a cluster.
    this.#limiter = new Bottleneck({ id, minTime: interval, timeout: budgetLifetime, connection: this.#connection });
    // A failed script is reported only here, and its job would wait for ever.
    this.#limiter.on('error', lose);
    this.#limiter.on('message', (text: string) => {
      if (!this.#hasEnded) events.message(text);
    });
    this.#join(id, interval).catch(lose);
  }

  /** `true` once the link has joined the budget and can request tokens. */
  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded;
  }

  /** Requests one token of the budget. */
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

  /** Sets whether the connections keep the process alive: only while a call waits. */
  hold(isNeeded: boolean): void {
    this.#isNeeded = isNeeded;
    for (const { stream } of this.#clients) {
      if (isNeeded) stream?.ref();
      else stream?.unref();
    }
  }

  /** Leaves no timer and no socket. Resolves once both connections are closed. Can be called again. */
  async end(): Promise<void> {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      // Pending tokens are timers in bottleneck, and its `disconnect` does not stop them.
      this.#limiter.stop({ dropWaitingJobs: true }).catch(() => undefined);
      await this.#connection.disconnect(false);
      // Otherwise a hanging Redis could keep its half of the connection open for two more seconds.
      for (const { stream } of this.#clients) stream?.destroy();
    }
    await this.#gone;
  }

  async #join(id: string, interval: number): Promise<void> {
    await this.#limiter.ready();
    // The last step of joining starts the heartbeat. If the link ended meanwhile, it must stop it now.
    if (this.#hasEnded) {
      await this.#limiter.disconnect(false);
      return;
    }
    // The first process has set the spacing. If limits differ, the lowest applies to all.
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

/** Never the error itself: errors of ioredis contain the command with its arguments, such as the password. */
function reasonOf(thrown: unknown): string {
  return printable(messageOf(thrown).replace(quotedArguments, ''));
}

/** Redis quotes an unknown command with its arguments. That can be `AUTH` with the password. */
const quotedArguments = /,? *with args beginning with.*/s;

function messageOf(thrown: unknown): string {
  if (!isError(thrown)) return String(thrown);
  const { code } = thrown as { code?: unknown };
  return thrown.message || String(code ?? thrown.name);
}
