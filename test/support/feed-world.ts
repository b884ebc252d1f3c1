import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Application, type ConnectOptions, connect } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { vi } from 'vitest';
import { followFakeTimers, moveTime } from './virtual-time.js';

// What is loaded on first use takes real time, and how much depends on the machine: here, no time goes by meanwhile.
const root = resolve(import.meta.dirname, '../..');
const modules = globSync('src/{hypermedia,resources,transport}/**/*.ts', { cwd: root });
await Promise.all(modules.map((file) => import(resolve(root, file))));

const start = new Date('2026-03-02T09:00:00Z');
let origins = 0;

/** URLs of pending tasks by the URL of their user. */
export type TaskLists = Readonly<Record<string, readonly string[]>>;

/** A platform and a program whose time goes only when a test lets it; the program's clock may be wrong. */
export interface FeedWorld {
  readonly sandbox: Sandbox;
  readonly care: Application;
  /** Another connection, as another process has it. */
  connect(options?: Partial<ConnectOptions>): Promise<Application>;
  /** Everybody who can have tasks, by URL. */
  readonly people: readonly string[];
  /** What is pending, as the platform itself says. */
  tasks(): Promise<TaskLists>;
  /** Milliseconds go by for both sides alike. */
  pass(milliseconds: number): Promise<void>;
  /** The result of a piece of work, letting time go by while it waits. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  end(): void;
}

/** A day after the platform began, so that nothing is left of its first changes. Ends with `end`. */
export async function feedWorld(
  options: SandboxOptions = {},
  connection: Partial<ConnectOptions> = {},
): Promise<FeedWorld> {
  vi.useFakeTimers({ now: start });
  followFakeTimers();
  // An origin of its own: a throttle outlives its connections, and its timers must not be those of an earlier test.
  const baseUrl = `https://feeds-${origins++}.example/api/2`;
  const sandbox = createSandbox({ limits: false, baseUrl, clock: { start, frozen: true }, ...options });
  const connected = (more: Partial<ConnectOptions> = {}) =>
    connect({ baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch, ...connection, ...more });
  const care = await connected();
  sandbox.clock.advance({ hours: 25 });
  const users = sandbox.control.users().flatMap(({ path }) => (path === null ? [] : [`${baseUrl}${path}`]));

  const pass = (milliseconds: number) => moveTime(sandbox, milliseconds, 250);
  const pending = async (user: string): Promise<string[]> => {
    const authorization = `svc-token ${sandbox.tokens.apiUser}`;
    const response = await sandbox.fetch(`${user}/tasks/items`, { headers: { authorization } });
    const { '@items': items } = (await response.json()) as { '@items': { '@url': string }[] };
    return items.map((item) => item['@url']);
  };
  return {
    ...{ sandbox, care, connect: connected, pass, people: users },
    async tasks() {
      return Object.fromEntries(await Promise.all(users.map(async (user) => [user, await pending(user)] as const)));
    },
    async during(work) {
      let done = false;
      const settled = work.finally(() => {
        done = true;
      });
      settled.catch(() => undefined);
      for (let waited = 0; !done && waited < 3_600_000; waited += 250) await pass(250);
      return settled;
    },
    end() {
      care.close();
      vi.useRealTimers();
    },
  };
}
