import type { World } from '../world/world.js';
import { applyFault } from './apply-fault.js';
import { allowReading, type CorsOptions, preflight } from './cors.js';
import { type Delivery, pause } from './delivery.js';
import { type Encoded, encode, failureAnswer } from './encode.js';
import { exchange, type Incoming, refuse } from './exchange.js';
import { tooMany } from './failure.js';
import type { Faults } from './faults.js';
import type { JournalEntry } from './journal.js';
import type { RateLimit } from './rate-limit.js';
import type { Router } from './router.js';
import type { PathAliases } from './urls.js';

/** Where a request comes from. */
export interface Peer {
  readonly address: string;
  /** LIM-1: its connection is over the limit. */
  readonly overLimit: boolean;
}

export interface FrontParts {
  /** The world of now: a reset puts another in its place. */
  readonly world: () => World;
  readonly router: Router;
  readonly aliases: PathAliases;
  /** An explicit `{base_url}`, or undefined to follow the origin a request came in on. */
  readonly baseUrl: string | undefined;
  readonly rate: RateLimit;
  readonly faults: Faults;
  readonly journal: JournalEntry[];
  readonly cors: CorsOptions | undefined;
}

const BASE_PATH = '/api/2';

/** What stands before the API: limits, faults, CORS, latency, and the journal of it all. */
export class Front {
  readonly #parts: FrontParts;

  constructor(parts: FrontParts) {
    this.#parts = parts;
  }

  async handle(request: Request, peer: Peer): Promise<Delivery> {
    const { journal, rate, cors } = this.#parts;
    const world = this.#parts.world();
    const incoming = await this.#read(request);
    if (incoming === undefined) return { kind: 'dropped' };
    const entry: JournalEntry = {
      method: incoming.method,
      path: incoming.path === '' ? '/' : (incoming.path ?? incoming.url.pathname),
      query: incoming.url.search,
      at: world.clock.now(),
      status: null,
      user: null,
      ignored: [],
    };
    journal.push(entry);
    const send = (delivery: Delivery): Delivery => {
      if (delivery.kind === 'dropped') return delivery;
      entry.status = delivery.encoded.status;
      allowReading(request, cors, delivery.encoded.headers);
      return delivery;
    };
    const room = rate.take(peer.address, performance.now());
    if (peer.overLimit || !room) {
      const failure = tooMany(peer.overLimit ? 'Too many connections' : 'Too many requests');
      refuse(incoming, world, undefined, failure);
      return send({ kind: 'answer', encoded: this.#encode(failureAnswer(failure), incoming, world) });
    }
    const early = preflight(request, cors, world.clock.now());
    if (early !== undefined) return send({ kind: 'answer', encoded: early });
    if (world.settings.latency > 0) await pause(world.settings.latency, request.signal);
    const fault = this.#parts.faults.take(incoming.method, entry.path);
    const work = async (): Promise<Encoded> => {
      const { answer, user, ignored } = await exchange(incoming, world, this.#parts.router, this.#parts.aliases);
      entry.user = user?.key ?? null;
      entry.ignored = ignored;
      return this.#encode(answer, incoming, world);
    };
    if (request.signal.aborted) return { kind: 'dropped' };
    if (fault === undefined) return send({ kind: 'answer', encoded: await work() });
    return send(await applyFault(fault, work, request.signal, world.clock.now()));
  }

  /** Undefined when the caller went away before its body was complete. */
  async #read(request: Request): Promise<Incoming | undefined> {
    const url = new URL(request.url);
    const base = this.#parts.baseUrl ?? `${url.origin}${BASE_PATH}`;
    const root = new URL(base).pathname;
    const under = url.pathname === root || url.pathname.startsWith(`${root}/`);
    try {
      const payload = new Uint8Array(await request.arrayBuffer());
      const path = under ? url.pathname.slice(root.length) : undefined;
      return { method: request.method.toUpperCase(), url, base, path, headers: request.headers, payload };
    } catch {
      return undefined;
    }
  }

  #encode(answer: Parameters<typeof encode>[0], incoming: Incoming, world: World): Encoded {
    return encode(answer, {
      pretty: incoming.url.searchParams.get('pretty') === '1',
      acceptCharset: incoming.headers.get('Accept-Charset'),
      now: world.clock.now(),
    });
  }
}
