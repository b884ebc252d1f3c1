import type { MirroredTasks, MirrorOptions } from 'care-platform';
import type { FeedWorld, TaskLists } from './feed-world.js';

/** A consumer that keeps what each event brings, and asks for the next at once. */
export function runMirror(world: FeedWorld, options: MirrorOptions = {}) {
  const controller = new AbortController();
  const held = new Map<string, readonly string[]>();
  const events: MirroredTasks[] = [];
  const ended = (async () => {
    for await (const event of world.care.mirrorTasks({ signal: controller.signal, ...options })) {
      events.push(event);
      held.set(
        event.user.url,
        event.tasks.map((task) => task.url),
      );
    }
  })().catch((reason: unknown) => reason);
  return {
    events,
    held: (): TaskLists => Object.fromEntries(held),
    async stop() {
      controller.abort(new Error('stopped'));
      return ended;
    },
  };
}

/** URL of the client that the tests change. */
export function clientUrl(world: FeedWorld): string {
  const { path } = world.sandbox.control.users('client').find(({ id }) => id === 'EHR-1042') ?? {};
  return `${world.sandbox.baseUrl}${path}`;
}
