import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { UserReference } from '../../values/user-reference.js';
import type { Task } from '../task.js';
import type { Accounts } from '../users/accounts.js';
import { type Change, TasksChange } from './change.js';
import type { WatchOptions } from './change-feed.js';
import { type ListedUser, Mirror, type ReadItems, type RecordStore } from './mirror.js';
import type { ChangesSource } from './poll-changes.js';

/** Options of a task mirror: those of a change feed, and the stored state. */
export interface MirrorOptions extends Omit<WatchOptions, 'types'> {
  /** Stores the last mirrored tasks, for `added` and `removed` and to report removed users. Default: none. */
  readonly state?: MirrorState | undefined;
}

/** Stores the tasks of each user at the last handled event. A `Map` or a table works. All values are JSON. */
export interface MirrorState extends RecordStore<MirrorRecord> {}

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

export function mirrorTasks(
  source: Omit<ChangesSource, 'request'>,
  options: MirrorOptions,
  accounts: Accounts,
): AsyncGenerator<MirroredTasks, void> {
  return new TaskMirror('task mirror', source, accounts, options).events();
}

class TaskMirror extends Mirror<Task, MirroredTasks, MirrorRecord> {
  protected readonly type = 'tasks';

  protected async *users(request: RequestOptions): AsyncGenerator<ListedUser, void> {
    yield* this.accounts.clients({ prefetch: 1 }, request);
    yield* this.accounts.professionals({}, request);
  }

  protected itemsOf(owner: ListedUser | Change<Resource>): ReadItems<Task> | undefined {
    if (owner instanceof TasksChange) return (request) => owner.items(request).toArray();
    // A later release may list other kinds of users.
    return 'tasks' in owner ? (request) => owner.tasks({}, request).toArray() : undefined;
  }

  protected event(user: UserReference, tasks: readonly Task[]): MirroredTasks {
    return { user, tasks };
  }

  protected compare({ user, tasks }: MirroredTasks, record: MirrorRecord | undefined): MirroredTasks {
    const before = new Set(record?.tasks);
    const added = tasks.filter((task) => !before.has(task.url));
    for (const task of tasks) before.delete(task.url);
    return { user, tasks, added, removed: [...before] };
  }

  protected record({ user, tasks }: MirroredTasks): MirrorRecord {
    return { user, tasks: tasks.map((task) => task.url) };
  }

  protected isEmpty(record: MirrorRecord): boolean {
    return record.tasks.length === 0;
  }
}
