import { type ApiFailure, tooLarge, tooMany } from '../world/failure.js';
import { keepNewest } from '../world/history.js';
import type { World } from '../world/world.js';
import { readBody } from './body/read-body.js';
import { allowReading, type CorsOptions, preflight } from './cors.js';
import { type Api, exchange, type Incoming, internalFailure, reportFailure } from './exchange.js';
import { applyFault } from './faults/apply-fault.js';
import type { Faults } from './faults/faults.js';
import { type JournalEntry, shortNames } from './journal.js';
import type { RateLimit } from './rate-limit.js';
import { type Delivery, pause } from './response/delivery.js';
import { type Encoded, encode, failureResponse } from './response/encode.js';

/** The origin of a request. */
export interface Peer {
  readonly address: string;
  /** Whether its connection is over the limit. */
  readonly overLimit: boolean;
  /** The failure of a request that could not be read as HTTP. */
  readonly malformed?: ApiFailure;
}

export interface GatewayParts extends Api {
  /** The current world: a reset replaces it. */
  readonly world: () => World;
  /** An explicit `{base_url}`, or undefined to follow the origin of the request. */
  readonly baseUrl: string | undefined;
  readonly rate: RateLimit;
  readonly faults: Faults;
  readonly journal: JournalEntry[];
  readonly cors: CorsOptions | undefined;
  /** Called when a request has been worked on that may have changed something. */
  readonly onChange: () => void;
}

const basePath = '/api/2';

/** Everything in front of the API: limits, faults, CORS, latency, and the journal. */
export class Gateway {
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  async handle(request: Request, peer: Peer): Promise<Delivery> {
    const world = this.#parts.world();
    const { cors, faults } = this.#parts;
    const refused = this.#refusal(peer);
    // The body of a refused request is not read.
    const body = refused === undefined ? await readBody(request, world.settings.maxRequestBytes) : undefined;
    if (refused === undefined && body === undefined) return { kind: 'dropped' };
    const payload = body !== undefined && 'bytes' in body ? body.bytes : new Uint8Array();
    const incoming = { ...this.#target(request), payload };
    const entry = this.#enter(incoming, world);
    const send = (delivery: Delivery): Delivery => {
      if (delivery.kind === 'dropped') return delivery;
      entry.status = delivery.encoded.status;
      allowReading(request, cors, delivery.encoded.headers);
      return delivery;
    };
    const failure = refused ?? (body !== undefined && 'tooLarge' in body ? tooLarge() : undefined);
    if (failure !== undefined) {
      return send({ kind: 'complete', encoded: this.#encodeFailure(failure, incoming, world) });
    }
    const early = preflight(request, cors, world.clock.now());
    if (early !== undefined) return send({ kind: 'complete', encoded: early });
    if (world.settings.latency > 0) await pause(world.settings.latency, request.signal);
    const fault = faults.take(incoming.method, entry.path);
    const work = () => this.#work(incoming, world, entry);
    if (request.signal.aborted) return { kind: 'dropped' };
    if (fault === undefined) return send({ kind: 'complete', encoded: await work() });
    return send(await applyFault(fault, work, request.signal, world.clock.now()));
  }

  /** The limits come before all other checks (undocumented). */
  #refusal({ address, overLimit, malformed }: Peer): ApiFailure | undefined {
    const room = this.#parts.rate.take(address, performance.now());
    if (overLimit) return tooMany('Too many connections');
    return room ? malformed : tooMany('Too many requests');
  }

  #target(request: Request): Omit<Incoming, 'payload'> {
    const url = new URL(request.url);
    const base = this.#parts.baseUrl ?? `${url.origin}${basePath}`;
    const root = new URL(base).pathname;
    const under = url.pathname === root || url.pathname.startsWith(`${root}/`);
    const path = under ? url.pathname.slice(root.length) : undefined;
    return { method: request.method.toUpperCase(), url, base, path, headers: request.headers };
  }

  #enter({ method, path, url }: Incoming, world: World): JournalEntry {
    const entry: JournalEntry = {
      method,
      path: path === '' ? '/' : (path ?? url.pathname),
      query: url.search,
      at: world.clock.now(),
      status: null,
      user: null,
      ignored: [],
    };
    keepNewest(this.#parts.journal, entry, world.settings.historySize);
    return entry;
  }

  async #work(incoming: Incoming, world: World, entry: JournalEntry): Promise<Encoded> {
    try {
      const { response, user, ignored } = await exchange(incoming, world, this.#parts);
      entry.user = user?.key ?? null;
      entry.ignored = shortNames(ignored);
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
      if (!isRead || response.hasEffect === true) this.#parts.onChange();
      return this.#encode(response, incoming, world);
    } catch (error) {
      // For example, a response that is longer than a string can be.
      return this.#encodeFailure(internalFailure(error), incoming, world);
    }
  }

  #encodeFailure(failure: ApiFailure, incoming: Incoming, world: World): Encoded {
    reportFailure(this.#parts.stores, incoming, world, undefined, failure);
    this.#parts.onChange();
    return this.#encode(failureResponse(failure), incoming, world);
  }

  #encode(response: Parameters<typeof encode>[0], incoming: Incoming, world: World): Encoded {
    return encode(response, {
      pretty: incoming.url.searchParams.get('pretty') === '1',
      acceptCharset: incoming.headers.get('Accept-Charset'),
      now: world.clock.now(),
    });
  }
}
