import type { SandboxControl } from '../control/control.js';
import type { CorsOptions } from '../http/cors.js';
import type { Faults } from '../http/faults.js';
import type { JournalEntry } from '../http/journal.js';
import type { Limits } from '../http/rate-limit.js';
import type { PathAliases } from '../http/urls.js';
import type { SandboxTokens } from '../seed/seed-users.js';
import type { ClockOptions, SandboxClock } from '../world/clock.js';
import type { Mail } from '../world/outbox.js';
import type { Settings } from '../world/settings.js';
import type { ListenOptions, SandboxServer } from './listen.js';

/** How a sandbox is made. Without any it is the same in every run. */
export interface SandboxOptions {
  /** How many clients are seeded. Default 12, named ones; more are generated. */
  clients?: number | undefined;
  /** Ids and tokens follow from it, so equal options give an equal sandbox. Default 1. */
  seed?: number | undefined;
  /**
   * The `{base_url}` of all URLs in answers. Without it URLs follow the origin a request came in on, below `/api/2`
   * (VER-1), and `sandbox.baseUrl` is `https://sandbox.example/api/2`.
   */
  baseUrl?: string | undefined;
  /** When its clock starts, and whether it stands still. */
  clock?: ClockOptions | undefined;
  /** Changes to the default settings; all can be changed later too. */
  settings?: Partial<Settings> | undefined;
  /** LIM-1, LIM-4, TRAP-1: 30 requests per second, burst 30, 20 connections; `false` for none (ours). */
  limits?: Partial<Limits> | false | undefined;
  /** GAP-39: off unless given. */
  cors?: CorsOptions | undefined;
  /** DIS-3: other path segments behind the links, for example `{ diary: 'journal' }`; the documented one is then 404. */
  paths?: PathAliases | undefined;
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
  /** Mails it would have sent, oldest first; the newest, as many as `settings.historySize`. */
  readonly outbox: readonly Mail[];
  /** Requests it saw, oldest first; the newest, as many as `settings.historySize`. */
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
