import { mapConcurrent } from '../../async/map-concurrent.js';
import { isCareError } from '../../errors.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { Session } from '../../hypermedia/session.js';
import { methods, type OptionChecks, takeOptions } from '../../values/options.js';
import type { UserReference } from '../../values/user-reference.js';
import type { Task } from '../task.js';
import type { Account } from '../users/account.js';
import { type Change, TasksChange } from './change.js';
import { feedChecks, feedRounds, requestOptions, retryContext, type WatchOptions } from './change-feed.js';
import type { ChangesSource } from './poll-changes.js';
import { type RetryContext, retryUntilSuccess } from './retry-until-success.js';

/** Options of a task mirror: those of a change feed, and the stored state. */
export interface MirrorOptions extends Omit<WatchOptions, 'types'> {
  /** Stores the last mirrored tasks, for `added` and `removed` and to report removed users. Default: none. */
  readonly state?: MirrorState | undefined;
}

/** Stores the tasks of each user at the last handled event. A `Map` or a table works. All values are JSON. */
export interface MirrorState {
  /** Returns the last record of that user. */
  get(userUrl: string): Promise<MirrorRecord | undefined> | MirrorRecord | undefined;
  /** Called after the event was handled. */
  set(userUrl: string, record: MirrorRecord): unknown;
  /** Returns the URLs of all users with a record. */
  keys(): Iterable<string> | AsyncIterable<string>;
}

/** The stored tasks of one user. */
export interface MirrorRecord {
  /** The user that the tasks belong to. */
  readonly user: UserReference;
  /** URLs of the tasks. */
  readonly tasks: readonly string[];
}

/** All pending tasks of one user. They replace the tasks of this user that you stored before. */
export interface MirroredTasks {
  /** `url` identifies the user; `id` is the external id, if there is one. */
  readonly user: UserReference;
  /** All pending tasks. */
  readonly tasks: readonly Task[];
  /** Tasks in `tasks` that were not in the state. Absent without a state. */
  readonly added?: readonly Task[];
  /** URLs of tasks that were in the state and are no longer pending. Absent without a state. */
  readonly removed?: readonly string[];
}

const { types: _, ...checks } = feedChecks;
const mirrorChecks: OptionChecks<MirrorOptions> = { ...checks, state: methods(['get', 'set', 'keys']) };

/** A user, and a way to read its tasks. */
interface TaskOwner {
  readonly user: UserReference;
  tasks(request: RequestOptions): Collection<Task>;
}

type ListedUser = Account<{ readonly active: boolean; readonly id?: string | null }, object>;

/** The lists of all users. */
interface UserLists {
  clients(query: ListOptions, request: RequestOptions): AsyncIterable<ListedUser>;
  professionals(query: ListOptions, request: RequestOptions): AsyncIterable<ListedUser>;
}

/** High enough to use the request budget, low enough to leave some of it to others. */
const maxConcurrent = 8;

/**
 * The cursor of the feed is taken before everything is read, and moves afterwards. The next poll reports changes that
 * happened meanwhile, and an interrupted synchronisation starts again.
 */
export async function* mirrorTasks(
  session: Session,
  link: ChangesSource['link'],
  directory: UserLists,
  given: MirrorOptions,
): AsyncGenerator<MirroredTasks, void> {
  const { state, ...options } = takeOptions('task mirror', given, mirrorChecks);
  const request = requestOptions(options);
  const source = { session, link, request };
  const context = retryContext(source);
  const read = async ({ user, tasks }: TaskOwner, signal: AbortSignal) => {
    const readTasks = () => emptyIfInaccessible(tasks({ ...request, signal }).toArray());
    return { user, tasks: await retryUntilSuccess('Reading tasks', readTasks, context, signal) };
  };

  for await (const { resync, changes } of feedRounds(source, { ...options, types: ['tasks'] })) {
    const seen = new Set<string>();
    const owners =
      resync === undefined ? ownersOf(changes) : listOwners(session, context, () => listUsers(directory, request));
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

/** Emits one event. The state changes when the consumer asks for the next event, as the cursor does. */
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

/** Each user once, even with several changes. */
function ownersOf(changes: readonly Change<Resource>[]): TaskOwner[] {
  const owners = new Map<string, TaskOwner>();
  for (const change of changes) {
    if (!(change instanceof TasksChange)) continue;
    const user = { ...change.user, url: change.userUrl };
    owners.set(user.url, { user, tasks: (request) => change.items(request) });
  }
  return [...owners.values()];
}

/** Lists all users. After a temporary failure it lists them again, without users that it already yielded. */
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
      const { done, value: account } = await retryUntilSuccess('Listing users', next, context);
      if (done === true) return;
      const { url } = account;
      // A later release may list other kinds of users.
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

/** Records of users with tasks that are no longer listed, such as a client that was merged into another. */
async function recordsOfMissing(state: MirrorState, seen: ReadonlySet<string>): Promise<MirrorRecord[]> {
  const records: MirrorRecord[] = [];
  for await (const url of state.keys()) {
    const record = seen.has(url) ? undefined : await state.get(url);
    if (record !== undefined && record.tasks.length > 0) records.push(record);
  }
  return records;
}

/** Users that were removed, or whose tasks this token may not read, count as having no tasks. */
async function emptyIfInaccessible(reading: Promise<Task[]>): Promise<Task[]> {
  try {
    return await reading;
  } catch (failure) {
    const none = ['NotFoundError', 'ForbiddenError', 'LinkNotFoundError'] as const;
    if (none.some((name) => isCareError(failure, name))) return [];
    throw failure;
  }
}
