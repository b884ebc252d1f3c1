import { checkOptions } from './api/check-options.js';
import type { Sandbox, SandboxOptions } from './api/sandbox.js';
import { newSettings } from './control/check-settings.js';
import { createControl } from './control/control.js';
import { normalizeCors } from './http/cors.js';
import { Faults } from './http/faults/faults.js';
import { Gateway } from './http/gateway.js';
import type { JournalEntry } from './http/journal.js';
import { defaultLimits, RateLimit } from './http/rate-limit.js';
import { type Delivery, DroppedError, decodeResponse, toBrokenResponse, toResponse } from './http/response/delivery.js';
import { Router } from './http/routing/router.js';
import { routes } from './routes.js';
import { seedPeople } from './seed/people.js';
import { stores } from './stores.js';
import { SandboxClock } from './world/clock.js';
import { World } from './world/world.js';

const defaultBaseUrl = 'https://sandbox.example/api/2';

/** Creates a sandbox with people of its own. Several sandboxes do not affect each other. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions(options);
  const baseUrl = options.baseUrl?.replace(/\/+$/, '');
  const cors = normalizeCors(options.cors);
  const settings = newSettings(options.settings);
  const clock = new SandboxClock(options.clock);
  const faults = new Faults(clock, options.seed);
  const journal: JournalEntry[] = [];
  const aliases = options.paths ?? {};
  const limits = options.limits === false ? false : { ...defaultLimits, ...options.limits };
  const rate = new RateLimit(limits);
  const newWorld = () => {
    const world = new World(settings, clock, options.seed ?? 1);
    const tokens = seedPeople(world, options.clients ?? 12, options.people ?? []);
    for (const store of stores) store.seed(world);
    return { world, tokens };
  };
  let { world, tokens } = newWorld();
  const reset = () => {
    Object.assign(settings, newSettings(options.settings));
    clock.restart();
    faults.clear();
    rate.clear();
    journal.length = 0;
    ({ world, tokens } = newWorld());
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
  });
  const sandbox: Sandbox = {
    baseUrl: baseUrl ?? defaultBaseUrl,
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
      const delivery = await gateway.handle(request, { address: 'fetch', overLimit: false });
      return withoutSocket(delivery, request);
    },
    async handlers<Handler>() {
      const { sandboxHandlers } = await import('./handlers.js');
      return (await sandboxHandlers(sandbox, cors)) as Handler[];
    },
    async listen(listenOptions = {}) {
      const { startServer } = await import('./server/server.js');
      return startServer(
        (request, peer) => gateway.handle(request, peer),
        limits,
        sandbox,
        () => world,
        listenOptions,
      );
    },
  };
  return sandbox;
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
