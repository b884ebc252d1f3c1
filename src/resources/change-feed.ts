import { InputError, isCareError } from '../errors.js';
import type { Resource } from '../hypermedia/resource.js';
import type { RequestOptions } from '../hypermedia/session.js';
import type { Change, ChangeType, Poll } from './change.js';
import { ReportMemory } from './report-memory.js';

/** Where a feed keeps how far it got, so that another process can take it up again. */
export interface CursorStore {
  get(): Promise<string | undefined> | string | undefined;
  set(cursor: string): Promise<void> | void;
}

export interface WatchOptions extends Omit<RequestOptions, 'extra'> {
  /** Default: both. */
  readonly types?: readonly ChangeType[];
  /** Default: none is kept, so that every start is a first start. */
  readonly cursor?: CursorStore;
  /** Milliseconds between polls; at least 10,000 for each type, since the platform expects a handful a minute. Default: 30,000. */
  readonly interval?: number;
  /** Milliseconds that each poll looks back before the one before it, for what became visible late. Default: 60,000. */
  readonly overlap?: number;
}

export type FeedEvent =
  /** Of a kind that this package does not know, `change` is a plain `Resource`. */
  | { readonly kind: 'change'; readonly change: Change<Resource> }
  /**
   * Changes may have been missed: read everything anew. At a first `start`; after a `gap`, since the platform keeps changes
   * for 24 hours.
   */
  | { readonly kind: 'resync'; readonly reason: 'start' | 'gap' };

/** What the feed is made of. */
export interface FeedSteps {
  poll(type: ChangeType, since: Date): Promise<Poll>;
  pause(milliseconds: number): Promise<void>;
}

const hour = 3_600_000;
/** Changes are kept for 24 hours; a gap is taken to be one a little before that. */
const longestGap = 24 * hour - 5 * 60_000;
const shortestInterval = 10_000;
const longestRetry = 5 * 60_000;

/**
 * Changes as they happen, each at least once. The cursor moves when the consumer asks for the event after the last one of
 * a poll, so that what was not handled comes again after a restart. Times are the platform's own: ours may be wrong.
 */
export async function* changeFeed(steps: FeedSteps, options: WatchOptions): AsyncGenerator<FeedEvent, void> {
  const { types, interval, overlap } = checked(options);
  const { cursor } = options;
  const memory = new ReportMemory<Change<Resource>>();
  let last = parsed(await cursor?.get());

  for (let first = true; ; first = false) {
    if (!first) await steps.pause(interval);
    const since = last === undefined ? undefined : new Date(last.getTime() - overlap);
    const { changes, at } = await pollAll(steps, types, since ?? new Date(Date.now() - overlap));
    const due = memory.due(changes, { since, at, nextSince: new Date(at.getTime() - overlap) });
    if (last === undefined || at.getTime() - last.getTime() > longestGap) {
      // Whoever reads everything anew from here on sees what this poll reports.
      yield { kind: 'resync', reason: last === undefined ? 'start' : 'gap' };
    } else {
      for (const change of due) yield { kind: 'change', change };
    }
    last = at;
    await cursor?.set(at.toISOString());
  }
}

/** All types, one after the other; the round counts from its earliest poll. */
async function pollAll(steps: FeedSteps, types: readonly ChangeType[], since: Date): Promise<Poll> {
  const changes: Change<Resource>[] = [];
  let at: Date | undefined;
  for (const type of types) {
    const poll = await persistently(steps, () => steps.poll(type, since));
    if (at === undefined || poll.at < at) at = poll.at;
    changes.push(...poll.changes);
  }
  return { changes, at: at ?? new Date() };
}

/** A feed runs for weeks: what may pass is waited for, everything else is the consumer's. */
async function persistently(steps: FeedSteps, poll: () => Promise<Poll>): Promise<Poll> {
  for (let wait = shortestInterval; ; wait = Math.min(longestRetry, wait * 2)) {
    try {
      return await poll();
    } catch (failure) {
      const passing = ['ConnectionError', 'TimeoutError', 'ServerError', 'RateLimitedError'] as const;
      if (!passing.some((name) => isCareError(failure, name))) throw failure;
      await steps.pause(wait);
    }
  }
}

function checked({ types = ['tasks', 'conversations'], interval = 30_000, overlap = 60_000 }: WatchOptions) {
  const shortest = shortestInterval * types.length;
  if (types.length === 0) throw InputError.of('watchChanges', 'types', 'Required input is missing.');
  if (!(interval >= shortest)) {
    throw InputError.of('watchChanges', 'interval', `Must be at least ${shortest} ms for ${types.length} types.`);
  }
  if (!(overlap >= 1000)) throw InputError.of('watchChanges', 'overlap', 'Must be at least 1000 ms.');
  return { types, interval, overlap };
}

function parsed(cursor: string | undefined): Date | undefined {
  if (cursor === undefined) return undefined;
  const date = new Date(cursor);
  if (Number.isNaN(date.getTime()))
    throw InputError.of('watchChanges', 'cursor', 'Holds no time that this feed wrote.');
  return date;
}
