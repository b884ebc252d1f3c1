import { type Application, connect, type FeedEvent, InputError, type WatchOptions } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, vi } from 'vitest';
import { followFakeTimers, moveTime } from '../support/virtual-time.js';
import { rule } from './rule.js';

const start = new Date('2026-03-02T09:00:00Z');
const hour = 3_600_000;

interface Watch {
  readonly sandbox: Sandbox;
  readonly care: Application;
  readonly client: string;
  /** Notes each event, and asks for the next at once. */
  follow(options?: WatchOptions): FeedEvent[];
  /** Lets time go by, for both sides alike. */
  pass(seconds: number): Promise<void>;
  /** What was asked of the changes, and when. */
  polls(): { readonly at: Date; readonly since: Date }[];
}

let origins = 0;

/** A day after the platform began, so that nothing is left of its first changes. */
async function watching(check: (watch: Watch) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ now: start });
  followFakeTimers();
  // The throttle of an origin outlives its connections, so each clock needs another.
  const baseUrl = `https://feed-${origins++}.example/api/2`;
  const sandbox = createSandbox({ limits: false, baseUrl, clock: { start, frozen: true } });
  const care = await connect({ baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const controller = new AbortController();
  const client = (await care.client({ id: 'EHR-1042' })).url;
  sandbox.clock.advance({ hours: 25 });
  try {
    await check({
      sandbox,
      care,
      client,
      follow(options = {}) {
        const events: FeedEvent[] = [];
        const feed = care.watchChanges({ types: ['tasks'], signal: controller.signal, ...options });
        const run = async () => {
          for await (const event of feed) events.push(event);
        };
        run().catch(() => undefined);
        return events;
      },
      pass: (seconds) => moveTime(sandbox, 1000 * seconds),
      polls: () =>
        sandbox.journal
          .filter(({ path }) => path === '/changes')
          .map(({ at, query }) => ({ at, since: new Date(`${new URLSearchParams(query).get('since')}Z`) })),
    });
  } finally {
    controller.abort();
    care.close();
    vi.useRealTimers();
  }
}

/** Where a feed got so many hours ago. */
function cursor({ clock }: Sandbox, hours: number) {
  const written = [new Date(clock.now().getTime() - hours * hour).toISOString()];
  return { get: () => written.at(-1), set: (next: string) => void written.push(next) };
}

const kinds = (events: readonly FeedEvent[]) =>
  events.map((event) => (event.kind === 'change' ? event.change.user.id : `${event.kind}: ${event.reason}`));

rule('EVT-1', 'a feed of changes asks for them, and nothing else', () =>
  watching(async ({ sandbox, follow, pass }) => {
    const before = sandbox.journal.length;
    follow({ types: ['tasks', 'conversations'] });
    await pass(70);
    const requests = sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(requests).toHaveLength(6);
    expect(new Set(requests)).toEqual(new Set(['GET /changes']));
  }),
);

rule('CHG-5', 'a feed that comes back after more than 24 hours asks for a resync, after one hour it does not', () =>
  watching(async ({ sandbox, client, follow, pass }) => {
    sandbox.control.assignTask(client);
    const late = follow({ cursor: cursor(sandbox, 25) });
    const early = follow({ cursor: cursor(sandbox, 1) });
    await pass(5);
    expect([kinds(late), kinds(early)]).toEqual([['resync: gap'], ['EHR-1042']]);
  }),
);

rule('CHG-6', 'a feed asks for everything to be read again before it goes on from a gap', () =>
  watching(async ({ sandbox, client, follow, pass }) => {
    const events = follow();
    await pass(40);
    sandbox.clock.advance({ hours: 30 });
    await pass(40);
    sandbox.control.assignTask(client);
    await pass(40);
    expect(kinds(events).slice(0, 3)).toEqual(['resync: start', 'resync: gap', 'EHR-1042']);
  }),
);

rule(
  'CHG-8',
  'each poll of a feed begins a minute before the previous one, or as long before it as an option says',
  () =>
    watching(async ({ follow, pass, polls }) => {
      for (const [overlap, seconds] of [[undefined, 60] as const, [300_000, 300] as const]) {
        const before = polls().length;
        const controller = new AbortController();
        follow({ signal: controller.signal, ...(overlap !== undefined && { overlap }) });
        await pass(100);
        controller.abort();
        const asked = polls().slice(before);
        expect(asked.length).toBeGreaterThan(2);
        for (const [index, { since }] of asked.entries()) {
          const previous = asked[index - 1];
          if (previous !== undefined) expect(previous.at.getTime() - since.getTime()).toBe(seconds * 1000);
        }
      }
    }),
);

rule('CHG-9', 'a change whose handling broke off comes again', () =>
  watching(async ({ sandbox, care, client, follow, pass }) => {
    const kept = cursor(sandbox, 1);
    sandbox.control.assignTask(client);
    const broken = (async () => {
      for await (const event of care.watchChanges({ types: ['tasks'], cursor: kept })) return event.kind;
    })();
    expect(await broken).toBe('change');
    const events = follow({ cursor: kept });
    await pass(5);
    expect(kinds(events)).toEqual(['EHR-1042']);
  }),
);

rule('LIM-10', 'a feed asks twice a minute, and never more than six times', () =>
  watching(async ({ care, follow, pass, polls }) => {
    const controller = new AbortController();
    follow({ signal: controller.signal });
    await pass(299);
    controller.abort();
    expect(polls()).toHaveLength(10);
    for (const options of [{ interval: 9_999, types: ['tasks'] }, { interval: 19_999 }, { interval: 0 }] as const) {
      await expect(care.watchChanges(options).next()).rejects.toThrow(InputError);
    }
    expect(polls()).toHaveLength(10);
    follow({ interval: 10_000 });
    await pass(59);
    expect(polls()).toHaveLength(16);
  }),
);
