import type { SandboxControl } from '../control/control.js';
import type { PathAliases } from '../http/call/urls.js';
import type { CorsOptions } from '../http/cors.js';
import type { Faults } from '../http/faults/faults.js';
import type { JournalEntry } from '../http/journal.js';
import type { Limits } from '../http/rate-limit.js';
import type { SandboxPerson } from '../seed/own-people.js';
import type { SandboxTokens } from '../seed/seed-users.js';
import type { ClockOptions, SandboxClock } from '../world/clock.js';
import type { Mail } from '../world/outbox.js';
import type { Settings } from '../world/settings.js';
import type { ListenOptions, SandboxServer } from './listen.js';

/** Options of a sandbox. Without options it is the same in every run. */
export interface SandboxOptions {
  /** How many clients there are at the start. The first twelve have fixed names, more are generated. Default 12. */
  clients?: number | undefined;
  /**
   * Clients and professionals besides the invented ones. With `clients: 0` the first
   * client of them is the one of `tokens.client`. Use invented people here too: the sandbox protects no data.
   */
  people?: readonly SandboxPerson[] | undefined;
  /** Ids and tokens are made from it, so equal options give an equal sandbox. Default 1. */
  seed?: number | undefined;
  /**
   * Restores what `sandbox.save()` returned: everything that was created, with its ids and tokens, the settings, the
   * mails and the clock, which also counts the time since then unless it stands still. Faults and the journal begin
   * empty. `clients`, `seed`, `people`, `clock` and `settings` come from the state. If they are given too, they must be
   * those with which it was made. A reset goes back to these.
   */
  state?: string | undefined;
  /**
   * Called after each request that may have changed something, each hook of `control`, and each change over `/_sandbox`.
   * Changes that the program itself makes to `settings` and `clock` call nothing.
   */
  onChange?: (() => void) | undefined;
  /**
   * The `{base_url}` of all URLs in responses. By default URLs follow the origin of the request, below `/api/2`, and
   * `sandbox.baseUrl` is `https://sandbox.example/api/2`.
   */
  baseUrl?: string | undefined;
  /** When its clock starts, and whether it stands still. */
  clock?: ClockOptions | undefined;
  /** Changes to the default settings. All of them can be changed later too. */
  settings?: Partial<Settings> | undefined;
  /** Default: 30 requests per second, a burst of 30 and 20 connections. `false` switches all limits off. */
  limits?: Partial<Limits> | false | undefined;
  /** Default: no CORS headers. */
  cors?: CorsOptions | undefined;
  /**
   * Other path segments behind the links, for example `{ diary: 'journal' }`. The documented segment then responds with
   * 404.
   */
  paths?: PathAliases | undefined;
}

/** A stateful fake of the Care Platform REST API, version 2. It holds invented people only. */
export interface Sandbox {
  /** For `connect`, with `fetch` or `handlers`. A server that listens has a base URL of its own. */
  readonly baseUrl: string;
  /** One token for each kind of user that behaves differently. */
  readonly tokens: SandboxTokens;
  /** Differences between installations. A change applies from the next request on. */
  readonly settings: Settings;
  /** The time of the sandbox, which tests can move. */
  readonly clock: SandboxClock;
  /** Simulates what happens on the platform outside its API. */
  readonly control: SandboxControl;
  /** Faults for the next requests. */
  readonly faults: Faults;
  /** Mails that the platform would have sent, oldest first. Keeps the newest, up to `settings.historySize`. */
  readonly outbox: readonly Mail[];
  /** Requests that the sandbox received, oldest first. Keeps the newest, up to `settings.historySize`. */
  readonly journal: readonly JournalEntry[];
  /**
   * The whole state as a JSON text, for the option `state`. It holds the tokens. A change inside the text makes it
   * invalid. Makes no request.
   */
  save(): string;
  /**
   * Handles a request without a socket. It takes the arguments of the global `fetch` and needs no `this`. All requests
   * share one rate limit. A dropped response rejects with a `TypeError`, an abort with the reason of its signal.
   * Redirects are returned as they are, or reject with `redirect: 'error'`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * For msw: one handler for everything under `baseUrl`, and nothing else. It fits wherever msw takes handlers. A
   * program that names the type writes `handlers<HttpHandler>()`, so a program without msw compiles too.
   */
  handlers<Handler = never>(): Promise<Handler[]>;
  /** Starts a real HTTP/1.1 server (Node, Bun, Deno). */
  listen(options?: ListenOptions): Promise<SandboxServer>;
}
