import { clock } from '../../async/clock.js';
import { InputError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { methods } from '../../values/methods.js';
import { aBoolean, numberFrom, type OptionChecks, optionCheck, takeOptions } from '../../values/options.js';
import { longWorkChecks } from '../long-work-checks.js';
import type { Change } from './change.js';
import { ChangeDeduplicator } from './change-deduplicator.js';
import type { ChangeType } from './changes-query.js';
import type { CursorStore } from './cursor-store.js';
import { type ChangesSource, type PollResult, pollChanges } from './poll-changes.js';
import { type RetryContext, retryUntilSuccess } from './retry-until-success.js';

export { ConversationsChange, TasksChange } from './change.js';

/** Options of a change feed. `signal` ends the feed; `timeout`, `deadline` and `retry` apply to each request. */
export interface WatchOptions extends Omit<RequestOptions, 'extra'> {
  /** The types of changes to watch. Default: both. */
  readonly types?: readonly ChangeType[] | undefined;
  /** Stores the position of the feed. Default: none, so that every start is a first start. */
  readonly cursor?: CursorStore | undefined;
  /**
   * Milliseconds between polls: at least 10,000 for each type, and at most 12 hours. The platform expects only a few polls a
   * minute. Default: 30,000.
   */
  readonly interval?: number | undefined;
  /**
   * Milliseconds by which the window of a poll overlaps the poll before it, for changes that become visible late. From a
   * second to 12 hours. At least 600,000 is used if responses do not contain the platform's time. Default: 60,000.
   */
  readonly overlap?: number | undefined;
  /**
   * Ends after one poll of each type. It has then caught up to the moment of that poll, and the cursor is stored. For jobs that
   * a scheduler starts. During an outage it fails after the retries of its calls, and the next run goes on at the same cursor:
   * `retry: { until }` makes it wait. Default: `false`, which waits for the end of each outage.
   */
  readonly once?: boolean | undefined;
}

/** An event of a change feed: a change of a user, or a warning that changes may have been missed. */
export type FeedEvent =
  /** If this package does not know the kind, `change` is a plain `Resource`. */
  | { readonly kind: 'change'; readonly change: Change<Resource<JsonObject>> }
  /**
   * Changes may have been missed: read everything again. Emitted at a first `start`, and after a `gap`: the platform keeps
   * changes for only 24 hours.
   */
  | { readonly kind: 'resync'; readonly reason: ResyncReason };

/** Why everything must be read again. */
export type ResyncReason = 'start' | 'gap';

/** The result of one poll of each type. */
export interface FeedRound {
  readonly resync: ResyncReason | undefined;
  /** Empty if everything must be read again. */
  readonly changes: readonly Change<Resource<JsonObject>>[];
  /** Set by a consumer who has not done all of it. The stored cursor then stays before this round. */
  isIncomplete: boolean;
}

const hour = 3_600_000;
/** The platform keeps changes for 24 hours. A gap counts as one a little earlier. */
const maxGap = 24 * hour - 5 * 60_000;
const minInterval = 10_000;
const maxDuration = 12 * hour;
/** Margin if the platform's time cannot be read: the clocks of many devices are wrong by minutes. */
const unknownTimeOverlap = 10 * 60_000;
const unknownTime =
  'The responses have no readable `Date` header, so the change feed uses the clock of this machine, with an overlap of 10 ' +
  'minutes. If that clock is further ahead, changes are missed.';

/** Yields the events of the rounds, one by one. */
export async function* changeFeed(
  feed: Omit<ChangesSource, 'request'>,
  given: WatchOptions,
): AsyncGenerator<FeedEvent, void> {
  const options = takeOptions('change feed', given, feedChecks);
  const source = { ...feed, request: requestOptions(options), once: options.once };
  for await (const { resync, changes } of feedRounds(source, options)) {
    if (resync !== undefined) yield { kind: 'resync', reason: resync };
    for (const change of changes) {
      yield { kind: 'change', change };
      options.signal?.throwIfAborted();
    }
  }
}

/**
 * Yields changes as they happen, each at least once. The cursor moves when the consumer asks for the next round. So unhandled
 * changes come again after a restart. Times are the platform's: our clock may be wrong.
 */
export async function* feedRounds(source: ChangesSource, options: WatchOptions): AsyncGenerator<FeedRound, void> {
  const { types, interval, overlap: requestedOverlap } = takeWatchOptions(options);
  const { cursor, once = false } = options;
  const { logger, pause } = retryContext(source);
  let overlap = requestedOverlap;
  let hasWarned = false;
  const memory = new ChangeDeduplicator<Change<Resource<JsonObject>>>();
  let last = parseCursor(await cursor?.get());

  for (let first = true; ; first = false) {
    if (!first) await pause(interval);
    const since = last === undefined ? undefined : new Date(last.getTime() - overlap);
    const { changes, at, isPlatformTime } = await pollAll(source, types, since ?? new Date(clock.date() - overlap));
    if (!isPlatformTime) {
      if (!hasWarned) logger?.warn(unknownTime);
      hasWarned = true;
      overlap = Math.max(overlap, unknownTimeOverlap);
    }
    const due = memory.due(changes, { at, nextSince: new Date(at.getTime() - overlap) });
    const resync = resyncReason(last, at, overlap);
    // A consumer that reads everything again from here on sees the changes of this round too.
    const round = { resync, changes: resync === undefined ? due : [], isIncomplete: false };
    yield round;
    // An aborted consumer did not handle its last event for certain.
    source.request.signal?.throwIfAborted();
    last = at;
    // Another process may continue from this cursor with a shorter overlap: it does not know yet whether it can read the
    // platform's time. The cursor stays behind by the difference, and before the changes that are held.
    const reached = memory.heldSince ?? at;
    const position = new Date(reached.getTime() - (overlap - requestedOverlap)).toISOString();
    if (!round.isIncomplete) await cursor?.set(position);
    if (once) return;
  }
}

/** Polls all types, one after the other. The earliest poll is the time of the round. */
async function pollAll(source: ChangesSource, types: readonly ChangeType[], since: Date): Promise<PollResult> {
  const context = retryContext(source);
  const polls: PollResult[] = [];
  for (const type of types)
    polls.push(await retryUntilSuccess('Polling changes', () => pollChanges(source, { type, since }), context));
  return {
    changes: polls.flatMap((poll) => poll.changes),
    at: new Date(Math.min(...polls.map((poll) => poll.at.getTime()))),
    isPlatformTime: polls.every((poll) => poll.isPlatformTime),
  };
}

/**
 * A cursor that is ahead of the platform's time was written by another clock, or the platform's clock was set back. Changes
 * in between are unknown.
 */
function resyncReason(last: Date | undefined, at: Date, overlap: number): ResyncReason | undefined {
  if (last === undefined) return 'start';
  const passed = at.getTime() - last.getTime();
  return passed > maxGap || passed < -overlap ? 'gap' : undefined;
}

/** How a feed waits and logs. A pause ends with the feed. */
export function retryContext({ session, request, once }: ChangesSource): RetryContext {
  return {
    pause: (milliseconds, signal = request.signal) => session.connection.pause(milliseconds, signal),
    logger: session.logger,
    once,
  };
}

/** The options of a feed that apply to its requests. */
export function requestOptions(options: WatchOptions): RequestOptions {
  const { types: _, cursor: __, interval: ___, overlap: ____, once: _____, ...request } = options;
  return request;
}

export const feedChecks: OptionChecks<WatchOptions> = {
  ...longWorkChecks,
  types: optionCheck('a list of tasks, conversations, or both', isTypes),
  cursor: methods(['get', 'set']),
  interval: numberFrom(minInterval, maxDuration),
  overlap: numberFrom(1000, maxDuration),
  once: aBoolean,
};

function isTypes(value: unknown): boolean {
  const known: unknown[] = ['tasks', 'conversations'] satisfies ChangeType[];
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.includes(type));
}

function takeWatchOptions({ types = ['tasks', 'conversations'], interval = 30_000, overlap = 60_000 }: WatchOptions) {
  const least = minInterval * types.length;
  if (interval < least) throw watchError('interval', `Must be at least ${least} ms for ${types.length} types.`);
  return { types, interval, overlap };
}

function watchError(name: string, message: string): InputError {
  return InputError.of('change feed', name, message);
}

function parseCursor(cursor: string | null | undefined): Date | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const date = new Date(cursor);
  if (!Number.isNaN(date.getTime()) && date.toISOString() === cursor) return date;
  throw watchError('cursor', 'Is not a cursor of this feed. Clear it to start again with a `resync`.');
}
