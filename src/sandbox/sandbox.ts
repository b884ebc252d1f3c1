import { createControl, type SandboxControl } from './control/control.js';
import type { CorsOptions } from './http/cors.js';
import { type Delivery, decoded, toBrokenResponse, toResponse } from './http/delivery.js';
import { Faults } from './http/faults.js';
import { Front } from './http/front.js';
import type { JournalEntry } from './http/journal.js';
import { DEFAULT_LIMITS, type Limits, RateLimit } from './http/rate-limit.js';
import { Router } from './http/router.js';
import type { PathAliases } from './http/urls.js';
import { routes } from './routes.js';
import type { SandboxTokens } from './seed/cast.js';
import { seedPeople } from './seed/people.js';
import type { ListenOptions, SandboxServer } from './server.js';
import { defaultSettings, type Settings } from './settings.js';
import { stores } from './stores.js';
import { type ClockOptions, SandboxClock } from './world/clock.js';
import type { Mail } from './world/outbox.js';
import { World } from './world/world.js';

/** How a sandbox is made. Without any it is the same in every run. */
export interface SandboxOptions {
  /** How many clients are seeded. Default 12, named ones; more are generated. */
  clients?: number;
  /** Ids and tokens follow from it, so equal options give an equal sandbox. Default 1. */
  seed?: number;
  /**
   * The `{base_url}` of all URLs in answers. Without it URLs follow the origin a request came in on, below `/api/2`
   * (VER-1), and `sandbox.baseUrl` is `https://sandbox.example/api/2`.
   */
  baseUrl?: string;
  /** When its clock starts, and whether it stands still. */
  clock?: ClockOptions;
  /** Changes to the default settings; all can be changed later too. */
  settings?: Partial<Settings>;
  /** LIM-1, LIM-4, TRAP-1: 30 requests per second, burst 30, 20 connections; `false` for none (ours). */
  limits?: Partial<Limits> | false;
  /** GAP-39: off unless given. */
  cors?: CorsOptions;
  /** DIS-3: other path segments behind the links, for example `{ diary: 'journal' }`; the documented one is then 404. */
  paths?: PathAliases;
}

/** A stateful fake of the Care Platform REST API, version 2. It holds invented people only. */
export interface Sandbox {
  /** For `connect`, with `fetch` or `handlers`. A server that listens has one of its own. */
  readonly baseUrl: string;
  /** One for each kind of user that behaves differently. */
  readonly tokens: SandboxTokens;
  /** What differs between installations: change it, and it holds from the next request. */
  readonly settings: Settings;
  /** Its time, which you move. */
  readonly clock: SandboxClock;
  /** What happens outside its API. */
  readonly control: SandboxControl;
  /** What goes wrong next. */
  readonly faults: Faults;
  /** Mails it would have sent, oldest first. */
  readonly outbox: readonly Mail[];
  /** Requests it saw, oldest first. */
  readonly journal: readonly JournalEntry[];
  /**
   * Answers a request without a socket; takes the arguments of the global `fetch`, and needs no `this`. All requests
   * share one rate limit. A dropped answer rejects with a `TypeError`, an abort with the reason of its signal;
   * redirects are given back as they are, or reject with `redirect: 'error'`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * For msw: one handler for everything under `baseUrl`, and nothing else. It fits wherever msw takes handlers; a program that
   * names its type says `handlers<HttpHandler>()`, so that one without msw compiles too.
   */
  handlers<Handler = never>(): Promise<Handler[]>;
  /** A real HTTP/1.1 server (Node, Bun, Deno). */
  listen(options?: ListenOptions): Promise<SandboxServer>;
}

const DEFAULT_BASE_URL = 'https://sandbox.example/api/2';

/** A new sandbox with people of its own. Several live side by side and know nothing of each other. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const baseUrl = options.baseUrl?.replace(/\/+$/, '');
  const settings: Settings = { ...defaultSettings(), ...structuredClone(options.settings) };
  const clock = new SandboxClock(options.clock);
  const faults = new Faults(options.seed);
  const journal: JournalEntry[] = [];
  const aliases = options.paths ?? {};
  const limits = options.limits === false ? false : { ...DEFAULT_LIMITS, ...options.limits };
  const rate = new RateLimit(limits);
  const newWorld = () => {
    const world = new World(settings, clock, options.seed ?? 1);
    const tokens = seedPeople(world, options.clients ?? 12);
    for (const store of stores) store.seed(world);
    return { world, tokens };
  };
  let { world, tokens } = newWorld();
  const reset = () => {
    Object.assign(settings, defaultSettings(), structuredClone(options.settings));
    clock.restart();
    faults.clear();
    rate.clear();
    journal.length = 0;
    ({ world, tokens } = newWorld());
  };
  const front = new Front({
    world: () => world,
    router: new Router(routes, aliases),
    aliases,
    baseUrl,
    rate,
    faults,
    journal,
    cors: options.cors,
  });
  const sandbox: Sandbox = {
    baseUrl: baseUrl ?? DEFAULT_BASE_URL,
    get tokens() {
      return tokens;
    },
    settings,
    clock,
    control: createControl(() => world, reset),
    faults,
    get outbox() {
      return world.outbox;
    },
    journal,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const delivery = await front.handle(request, { address: 'fetch', overLimit: false });
      return withoutSocket(delivery, request);
    },
    async handlers<Handler>() {
      const { sandboxHandlers } = await import('./handlers.js');
      return (await sandboxHandlers(sandbox)) as Handler[];
    },
    async listen(listenOptions = {}) {
      const { startServer } = await import('./server.js');
      return startServer((request, peer) => front.handle(request, peer), limits, sandbox, listenOptions);
    },
  };
  return sandbox;
}

function withoutSocket(delivery: Delivery, request: Request): Response {
  request.signal.throwIfAborted();
  if (delivery.kind === 'dropped') throw new TypeError('fetch failed');
  const response = delivery.kind === 'truncated' ? toBrokenResponse(delivery) : decoded(toResponse(delivery));
  if (request.redirect === 'error' && response.status >= 301 && response.status <= 308 && response.status !== 304) {
    throw new TypeError('fetch failed');
  }
  return response;
}
