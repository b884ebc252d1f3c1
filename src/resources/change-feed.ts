import { clock } from '../async/clock.js';
import { InputError } from '../errors.js';
import { sourceOf } from '../hypermedia/answer-source.js';
import { listOf } from '../hypermedia/list.js';
import { type RequestOptions, requestKinds } from '../hypermedia/request-options.js';
import type { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import { kind, methods, numberFrom, type OptionKinds, takeOptions } from '../values/options.js';
import type { Change } from './change.js';
import { type ChangesQuery, type ChangeType, changesQuery } from './changes-query.js';
import type { CursorStore } from './cursor-store.js';
import { ReportMemory } from './report-memory.js';
import { type RetryContext, retryUntilSuccess } from './retry-until-success.js';

export { ConversationsChange, TasksChange } from './change.js';

/** How changes are followed. `signal` ends it; `timeout` and `deadline` are those of each request. */
export interface WatchOptions extends Omit<RequestOptions, 'extra'> {
  /** Default: both. */
  readonly types?: readonly ChangeType[] | undefined;
  /** Default: none is kept, so that every start is a first start. */
  readonly cursor?: CursorStore | undefined;
  /**
   * Milliseconds between polls; at least 10,000 for each type, since the platform expects a handful a minute, and at most 12
   * hours. Default: 30,000.
   */
  readonly interval?: number | undefined;
  /**
   * Milliseconds that each poll looks back before the one before it, for what became visible late; from a second to 12
   * hours. Default: 60,000. At least 600,000 if responses do not show the platform's time.
   */
  readonly overlap?: number | undefined;
}

/** What a feed tells: somebody's change, or that some may have been missed. */
export type FeedEvent =
  /** Of a kind that this package does not know, `change` is a plain `Resource`. */
  | { readonly kind: 'change'; readonly change: Change<Resource> }
  /**
   * Changes may have been missed: read everything anew. At a first `start`; after a `gap`, since the platform keeps changes
   * for 24 hours.
   */
  | { readonly kind: 'resync'; readonly reason: ResyncReason };

/** Why everything is to be read anew. */
export type ResyncReason = 'start' | 'gap';

/** The answer of one poll. */
export interface PollResult {
  readonly changes: readonly Change<Resource>[];
  /** The platform's time when it was asked; ours if the response does not show it. */
  readonly at: Date;
  /** Whether `at` is the platform's. */
  readonly isPlatformTime: boolean;
}

/** What the feed is made of. */
export interface FeedSteps extends RetryContext {
  poll(type: ChangeType, since: Date): Promise<PollResult>;
}

/** What one poll of each type brought. */
export interface FeedRound {
  readonly resync: ResyncReason | undefined;
  /** None where everything is to be read anew. */
  readonly changes: readonly Change<Resource>[];
}

const hour = 3_600_000;
/** Changes are kept for 24 hours; a gap is taken to be one a little before that. */
const maxGap = 24 * hour - 5 * 60_000;
const minInterval = 10_000;
const maxDuration = 12 * hour;
/** How far our clock may be ahead of a platform's that cannot be read: many devices are wrong by some minutes. */
const unknownTimeOverlap = 10 * 60_000;
const unknownTime =
  "The platform's responses do not show its time: they have no readable `Date` header. The change feed goes by the clock of " +
  'this machine, and looks back 10 minutes. If that clock is further ahead, changes are missed.';

/** Finds the link to the changes. */
export type FindLink = (request: RequestOptions) => Promise<{ url: URL; target: string }>;

/** The events of the rounds, one by one. */
export async function* changeFeed(
  session: Session,
  findLink: FindLink,
  options: WatchOptions,
): AsyncGenerator<FeedEvent, void> {
  takeOptions('change feed', options, feedKinds);
  for await (const { resync, changes } of feedRounds(feedSteps(session, findLink, options), options)) {
    if (resync !== undefined) yield { kind: 'resync', reason: resync };
    for (const change of changes) yield { kind: 'change', change };
  }
}

/**
 * Changes as they happen, each at least once. The cursor moves when the consumer asks for the next round, so that what was
 * not handled comes again after a restart. Times are the platform's own: ours may be wrong.
 */
export async function* feedRounds(steps: FeedSteps, options: WatchOptions): AsyncGenerator<FeedRound, void> {
  const { types, interval, overlap: askedOverlap } = takeWatchOptions(options);
  const { cursor } = options;
  let overlap = askedOverlap;
  let hasWarned = false;
  const memory = new ReportMemory<Change<Resource>>();
  let last = parseCursor(await cursor?.get());

  for (let first = true; ; first = false) {
    if (!first) await steps.pause(interval);
    const since = last === undefined ? undefined : new Date(last.getTime() - overlap);
    const { changes, at, isPlatformTime } = await pollAll(steps, types, since ?? new Date(clock.date() - overlap));
    if (!isPlatformTime) {
      if (!hasWarned) steps.logger.warn(unknownTime);
      hasWarned = true;
      overlap = Math.max(overlap, unknownTimeOverlap);
    }
    const due = memory.due(changes, { since, at, nextSince: new Date(at.getTime() - overlap) });
    const resync = resyncReason(last, at, overlap);
    // Whoever reads everything anew from here on sees what this round reports.
    yield { resync, changes: resync === undefined ? due : [] };
    last = at;
    // What is held would be lost to a process that goes on from here with a shorter overlap, and so would what a longer one
    // is for: that process does not know yet whether it can read the platform's time.
    const reached = memory.heldSince ?? at;
    await cursor?.set(new Date(reached.getTime() - (overlap - askedOverlap)).toISOString());
  }
}

/** All types, one after the other; the round counts from its earliest poll. */
async function pollAll(steps: FeedSteps, types: readonly ChangeType[], since: Date): Promise<PollResult> {
  const polls: PollResult[] = [];
  for (const type of types)
    polls.push(await retryUntilSuccess('A poll of the changes', () => steps.poll(type, since), steps));
  return {
    changes: polls.flatMap((poll) => poll.changes),
    at: new Date(Math.min(...polls.map((poll) => poll.at.getTime()))),
    isPlatformTime: polls.every((poll) => poll.isPlatformTime),
  };
}

/**
 * A cursor ahead of the platform's time was written by another clock, or the platform's was set back: what lies between is
 * not known.
 */
function resyncReason(last: Date | undefined, at: Date, overlap: number): ResyncReason | undefined {
  if (last === undefined) return 'start';
  const passed = at.getTime() - last.getTime();
  return passed > maxGap || passed < -overlap ? 'gap' : undefined;
}

export function feedSteps(session: Session, findLink: FindLink, options: WatchOptions): FeedSteps {
  const request = requestOptions(options);
  return {
    poll: async (type, since) => pollChanges(session, await findLink(request), { type, since }, request),
    pause: (wait, signal = request.signal) => session.connection.pause(wait, signal),
    logger: session.logger,
  };
}

/** One poll. Its time is the platform's, from before it looked; a page may not be able to read it, and goes by its own. */
async function pollChanges(
  session: Session,
  { url, target }: { url: URL; target: string },
  query: ChangesQuery,
  options: RequestOptions,
): Promise<PollResult> {
  const askedAt = new Date(clock.date());
  const started = clock.now();
  const answer = await session.get(url, target, { ...options, query: changesQuery(query) });
  const took = clock.now() - started;
  const loaded = sourceOf(answer, target);
  const list = listOf<Change<Resource>>(
    session,
    {},
    {},
    { target, batched: false, loaded, where: async () => ({ url }) },
  );
  const changes = await list.toArray();
  const { serverTime } = answer;
  const at = serverTime === undefined ? askedAt : new Date(serverTime.getTime() - took);
  return { changes, at, isPlatformTime: serverTime !== undefined };
}

/** What of a feed's options is for its requests. */
export function requestOptions(options: WatchOptions): RequestOptions {
  const { types: _, cursor: __, interval: ___, overlap: ____, ...request } = options;
  return request;
}

const { extra: _, ...requests } = requestKinds;

export const feedKinds: OptionKinds<WatchOptions> = {
  ...requests,
  types: kind('a list of tasks, conversations, or both', isTypes),
  cursor: methods(['get', 'set']),
  interval: numberFrom(minInterval, maxDuration),
  overlap: numberFrom(1000, maxDuration),
};

function isTypes(value: unknown): boolean {
  const known: unknown[] = ['tasks', 'conversations'] satisfies ChangeType[];
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.includes(type));
}

function takeWatchOptions({ types = ['tasks', 'conversations'], interval = 30_000, overlap = 60_000 }: WatchOptions) {
  const least = minInterval * types.length;
  if (interval < least) throw watchError('interval', `Must be ${least} ms or more for that many types.`);
  return { types, interval, overlap };
}

function watchError(name: string, message: string): InputError {
  return InputError.of('change feed', name, message);
}

function parseCursor(cursor: string | null | undefined): Date | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const date = new Date(cursor);
  if (!Number.isNaN(date.getTime()) && date.toISOString() === cursor) return date;
  throw watchError('cursor', 'Holds no time that this feed wrote. Empty it to start again, with a `resync`.');
}
