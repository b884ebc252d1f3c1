import { mapConcurrent } from '../async/map-concurrent.js';
import { isCareError } from '../errors.js';
import type { Collection } from '../hypermedia/collection.js';
import type { ListOptions } from '../hypermedia/list.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import type { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import { methods, type OptionKinds, takeOptions } from '../values/options.js';
import type { UserReference } from '../values/user-reference.js';
import type { Account } from './account.js';
import { type Change, TasksChange } from './change.js';
import { type FindLink, feedKinds, feedRounds, feedSteps, requestOptions, type WatchOptions } from './change-feed.js';
import { type RetryContext, retryUntilSuccess } from './retry-until-success.js';
import type { Task } from './task.js';

/** How tasks are mirrored: as changes are watched, and what is kept. */
export interface MirrorOptions extends Omit<WatchOptions, 'types'> {
  /** What was mirrored last: for `added` and `removed`, and to tell of users who are gone. Default: none is kept. */
  readonly state?: MirrorState | undefined;
}

/** What a user had at the last event that was handled. A `Map` will do; so will a table. Everything in it is JSON. */
export interface MirrorState {
  /** What `set` was given last for that user. */
  get(userUrl: string): Promise<MirrorRecord | undefined> | MirrorRecord | undefined;
  /** After the event was handled. */
  set(userUrl: string, record: MirrorRecord): unknown;
  /** The URLs of all users that `set` was called for. */
  keys(): Iterable<string> | AsyncIterable<string>;
}

/** What a user had. */
export interface MirrorRecord {
  /** Whose tasks they are. */
  readonly user: UserReference;
  /** URLs. */
  readonly tasks: readonly string[];
}

/** The pending tasks of one user, all of them: they replace what was held of this user before. */
export interface MirroredTasks {
  /** `url` identifies the user; `id` is the external id, where there is one. */
  readonly user: UserReference;
  /** All that are pending. */
  readonly tasks: readonly Task[];
  /** Those of `tasks` that the state did not hold. Absent without a state. */
  readonly added?: readonly Task[];
  /** URLs of tasks that the state held and that are no longer pending. Absent without a state. */
  readonly removed?: readonly string[];
}

const { types: _, ...kinds } = feedKinds;
const mirrorKinds: OptionKinds<MirrorOptions> = { ...kinds, state: methods(['get', 'set', 'keys']) };

/** A user, and how its tasks are read. */
interface TaskOwner {
  readonly user: UserReference;
  tasks(request: RequestOptions): Collection<Task>;
}

type ListedUser = Account<{ readonly active: boolean; readonly id?: string | null }, object>;

/** Where everybody is listed. */
interface UserLists {
  clients(query: ListOptions, request: RequestOptions): AsyncIterable<ListedUser>;
  professionals(query: ListOptions, request: RequestOptions): AsyncIterable<ListedUser>;
}

/** Enough to use the budget of requests, few enough to leave some of it to others. */
const maxConcurrent = 8;

/**
 * The cursor of the feed is taken before everything is read and moves after it: what changes meanwhile is reported by the
 * next poll, and a synchronisation that breaks off begins anew.
 */
export async function* mirrorTasks(
  session: Session,
  findLink: FindLink,
  directory: UserLists,
  given: MirrorOptions,
): AsyncGenerator<MirroredTasks, void> {
  const { state, ...options } = takeOptions('task mirror', given, mirrorKinds);
  const feed = feedSteps(session, findLink, options);
  const request = requestOptions(options);
  const read = async ({ user, tasks }: TaskOwner, signal: AbortSignal) => {
    const readTasks = () => emptyIfInaccessible(tasks({ ...request, signal }).toArray());
    return { user, tasks: await retryUntilSuccess('A reading of tasks', readTasks, feed, signal) };
  };

  for await (const { resync, changes } of feedRounds(feed, { ...options, types: ['tasks'] })) {
    const seen = new Set<string>();
    const owners =
      resync === undefined ? ownersOf(changes) : listOwners(session, feed, () => listUsers(directory, request));
    for await (const { user, tasks } of mapConcurrent(owners, maxConcurrent, read, request.signal)) {
      seen.add(user.url);
      yield* emitTasks(user, tasks, state);
    }
    if (resync === undefined || state === undefined) continue;
    for (const { user } of await recordsOfMissing(state, seen)) yield* emitTasks(user, [], state);
  }
}

async function* listUsers(directory: UserLists, request: RequestOptions): AsyncGenerator<ListedUser, void> {
  yield* directory.clients({ prefetch: 1 }, request);
  yield* directory.professionals({}, request);
}

/** One event. The state moves when the consumer asks for the next one, as the cursor does. */
async function* emitTasks(user: UserReference, tasks: readonly Task[], state: MirrorState | undefined) {
  if (state === undefined) {
    yield { user, tasks };
    return;
  }
  const before = new Set((await state.get(user.url))?.tasks);
  const now = tasks.map((task) => task.url);
  const added = tasks.filter((task) => !before.has(task.url));
  yield { user, tasks, added, removed: [...before].filter((url) => !now.includes(url)) };
  await state.set(user.url, { user, tasks: now });
}

/** A user once, however many changes there are. */
function ownersOf(changes: readonly Change<Resource>[]): TaskOwner[] {
  const owners = new Map<string, TaskOwner>();
  for (const change of changes) {
    if (!(change instanceof TasksChange)) continue;
    const user = { ...change.user, url: change.userUrl };
    owners.set(user.url, { user, tasks: (request) => change.items(request) });
  }
  return [...owners.values()];
}

/** Everybody; after a failure that may pass it lists anew, and leaves out whom it gave before. */
async function* listOwners(
  session: Session,
  context: RetryContext,
  listAll: () => AsyncIterable<ListedUser>,
): AsyncGenerator<TaskOwner, void> {
  const given = new Set<string>();
  let rest: AsyncIterator<ListedUser> | undefined;
  const next = async () => {
    rest ??= listAll()[Symbol.asyncIterator]();
    try {
      return await rest.next();
    } catch (failure) {
      rest = undefined;
      throw failure;
    }
  };
  try {
    for (;;) {
      const { done, value: account } = await retryUntilSuccess('A listing of users', next, context);
      if (done === true) return;
      const { url } = account;
      // A later release may list other kinds.
      if (given.has(url) || !('tasks' in account)) continue;
      given.add(url);
      yield { user: referenceOf(session, account), tasks: (request) => account.tasks({}, request) };
    }
  } finally {
    await rest?.return?.();
  }
}

function referenceOf(session: Session, account: ListedUser): UserReference {
  const kind = account.type === session.fullType('professional') ? 'professional' : 'client';
  const id = 'id' in account.data ? (account.data.id ?? null) : null;
  return { '@type': session.fullType(`user-reference/${kind}`), url: account.url, id };
}

/** Who had tasks and is not listed any more, such as a client that was merged into another. */
async function recordsOfMissing(state: MirrorState, seen: ReadonlySet<string>): Promise<MirrorRecord[]> {
  const records: MirrorRecord[] = [];
  for await (const url of state.keys()) {
    const record = seen.has(url) ? undefined : await state.get(url);
    if (record !== undefined && record.tasks.length > 0) records.push(record);
  }
  return records;
}

/** Who is gone has no tasks, and neither has, for this token, whose tasks it may not see. */
async function emptyIfInaccessible(reading: Promise<Task[]>): Promise<Task[]> {
  try {
    return await reading;
  } catch (failure) {
    const none = ['NotFoundError', 'ForbiddenError', 'LinkNotFoundError'] as const;
    if (none.some((name) => isCareError(failure, name))) return [];
    throw failure;
  }
}
