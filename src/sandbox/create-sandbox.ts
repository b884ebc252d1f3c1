import { checkOptions } from './api/check-options.js';
import type { Sandbox, SandboxOptions } from './api/sandbox.js';
import { checkSaved } from './control/check-saved.js';
import { newSettings } from './control/check-settings.js';
import { createControl, reportChanges } from './control/control.js';
import { normalizeCors } from './http/cors.js';
import { Faults } from './http/faults/faults.js';
import { Gateway, type Peer } from './http/gateway.js';
import type { JournalEntry } from './http/journal.js';
import { defaultLimits, RateLimit } from './http/rate-limit.js';
import { type Delivery, DroppedError, decodeResponse, toBrokenResponse, toResponse } from './http/response/delivery.js';
import { Router } from './http/routing/router.js';
import { pathSegments, routes } from './routes.js';
import { seedPeople } from './seed/people.js';
import type { SandboxTokens } from './seed/seed-users.js';
import { firstState, type SavedState, writeState } from './state/saved-state.js';
import { stores } from './stores.js';
import { SandboxClock } from './world/clock.js';
import { Memory } from './world/memory.js';
import { World } from './world/world.js';

const defaultBaseUrl = 'https://sandbox.example/api/2';

/** Creates a sandbox with people of its own. Several sandboxes do not affect each other. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions(options, pathSegments);
  const baseUrl = options.baseUrl?.replace(/\/+$/, '');
  const cors = normalizeCors(options.cors);
  const { saved, madeWith } = firstState(options, checkSaved);
  const { clients, seed, people, start, frozen } = madeWith;
  const settings = newSettings(madeWith.settings);
  const clock = new SandboxClock({ start, frozen });
  const faults = new Faults(clock, seed);
  const onChange = () => options.onChange?.();
  const journal: JournalEntry[] = [];
  const aliases = { ...options.paths };
  const limits = options.limits === false ? false : { ...defaultLimits, ...options.limits };
  const rate = new RateLimit(limits);
  const newWorld = () => {
    const world = new World(settings, clock, seed);
    world.memory.part('roleTokens', () => seedPeople(world, clients, people));
    for (const store of stores) store.seed(world);
    return world;
  };
  if (saved !== undefined) {
    Object.assign(settings, saved.settings);
    restoreClock(clock, saved.clock);
  }
  let world = saved === undefined ? newWorld() : new World(settings, clock, seed, new Memory(saved.memory));
  const reset = () => {
    Object.assign(settings, newSettings(madeWith.settings));
    clock.restart();
    faults.clear();
    rate.clear();
    journal.length = 0;
    world = newWorld();
  };
  const gateway = new Gateway({
    world: () => world,
    router: new Router(routes, aliases),
    aliases,
    stores,
    baseUrl,
    rate,
    faults,
    journal,
    cors,
    onChange,
  });
  const sandbox: Sandbox = {
    baseUrl: baseUrl ?? defaultBaseUrl,
    get tokens() {
      return world.memory.part<SandboxTokens>('roleTokens', () => ({}) as SandboxTokens);
    },
    settings,
    clock,
    control: reportChanges(
      createControl(() => world, aliases, reset),
      onChange,
    ),
    faults,
    get outbox() {
      return world.outbox;
    },
    journal,
    save: () =>
      writeState({
        ...{ madeWith, settings, memory: world.memory.parts },
        clock: { now: clock.now(), frozen: clock.frozen, savedAt: new Date() },
      }),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const delivery = await gateway.handle(request, { address: 'fetch', overLimit: false });
      return withoutSocket(delivery, request);
    },
    async handlers<Handler>() {
      const { sandboxHandlers } = await import('./handlers.js');
      return (await sandboxHandlers(sandbox, cors)) as Handler[];
    },
    async listen(listenOptions = {}) {
      const { startServer } = await import('./server/server.js');
      const handle = (request: Request, peer: Peer) => gateway.handle(request, peer);
      return startServer({ handle, limits, sandbox, onChange, world: () => world }, listenOptions);
    },
  };
  return sandbox;
}

/** A running clock also counts the time since it was saved, as that of a server that was switched off. */
function restoreClock(clock: SandboxClock, { now, frozen, savedAt }: SavedState['clock']): void {
  const since = frozen ? 0 : Math.max(0, Date.now() - savedAt.getTime());
  clock.set(new Date(now.getTime() + since));
  if (frozen) clock.freeze();
  else clock.resume();
}

function withoutSocket(delivery: Delivery, request: Request): Response {
  request.signal.throwIfAborted();
  if (delivery.kind === 'dropped') throw new DroppedError();
  const response = delivery.kind === 'truncated' ? toBrokenResponse(delivery) : decodeResponse(toResponse(delivery));
  if (request.redirect === 'error' && response.status >= 301 && response.status <= 308 && response.status !== 304) {
    throw new TypeError('fetch failed');
  }
  return response;
}
