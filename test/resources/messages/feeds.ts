import { memoryCursor } from 'care-platform';
import { feedWorld } from '../../support/feed-world.js';
import type { Provocations } from '../../support/message-list.js';

const hour = 3_600_000;

/** A call of a connection to a sandbox whose time goes by hand. */
const inWorld = (call: (world: Awaited<ReturnType<typeof feedWorld>>) => unknown) => async () => {
  const lines: string[] = [];
  const world = await feedWorld({}, { logger: { warn: (line) => void lines.push(line) }, retry: 0 });
  try {
    await call(world);
    return lines;
  } finally {
    world.end();
  }
};
const watched = (options: object) => inWorld(({ care }) => care.watchChanges(options).next());
const faulty = (path: string | RegExp, start: 'watchChanges' | 'mirrorTasks' | 'mirrorConversations') =>
  inWorld(async ({ care, pass, sandbox }) => {
    sandbox.faults.add({ kind: 'response', status: 503, path, times: 1 });
    const stop = new AbortController();
    const events = care[start]({ signal: stop.signal });
    const next = events.next().catch(() => undefined);
    await pass(5000);
    stop.abort();
    await next;
  });

/** Options of feeds that are refused, and the log lines of failures that are waited out. */
export const feeds: Provocations = {
  'an interval that is too short': watched({ interval: 15_000 }),
  'an interval that is too long': watched({ interval: 13 * hour }),
  'an overlap that is too short': watched({ overlap: 999 }),
  'no types': watched({ types: [] }),
  'a cursor that is a text': watched({ cursor: 'cursor.txt' }),
  'a cursor with a text that no feed wrote': watched({ cursor: memoryCursor('yesterday') }),
  'a state of a mirror that cannot list': inWorld(({ care }) =>
    care.mirrorTasks({ state: { get: () => undefined, set: () => undefined } as never }).next(),
  ),
  'a poll that fails, as a log line': faulty('/changes', 'watchChanges'),
  'a reading of tasks that fails, as a log line': faulty(/\/tasks\/items$/, 'mirrorTasks'),
  'a reading of conversations that fails, as a log line': faulty(/\/conversations/, 'mirrorConversations'),
  'an unknown option of a mirror of tasks': inWorld(({ care }) => care.mirrorTasks({ ever: 5 } as never).next()),
  'an unknown option of a mirror of conversations': inWorld(({ care }) =>
    care.mirrorConversations({ ever: 5 } as never).next(),
  ),
  'a listing of users that fails, as a log line': faulty('/c/items', 'mirrorTasks'),
};
