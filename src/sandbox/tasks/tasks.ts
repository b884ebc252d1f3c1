import type { ChangeSubject, Changes } from '../changes/changes.js';
import type { World } from '../world/world.js';

export interface Task {
  readonly key: string;
  readonly title: string;
  readonly message: string;
  /** A group task has several. It is done as soon as one of them has completed it (undocumented). */
  assignees: readonly ChangeSubject[];
  readonly created: Date;
  modified: Date;
}

/** The texts of a task. */
export interface TaskText {
  /** A short text for lists. */
  readonly title: string;
  /** A longer text than the title. */
  readonly message: string;
}

/** The pending tasks. Completed and deleted ones are removed, since the API lists pending ones only. */
export class Tasks {
  readonly #world: World;
  readonly #changes: Changes;
  readonly #pending: Map<string, Task>;

  constructor(world: World, changes: Changes) {
    this.#world = world;
    this.#changes = changes;
    this.#pending = world.memory.part('tasks', () => new Map());
  }

  /** Adds a task and records a change for every assignee. */
  assign(assignees: readonly ChangeSubject[], text: TaskText): Task {
    const task = this.add(assignees, text, this.#world.clock.now());
    this.#record(task);
    return task;
  }

  /** A task from before the start: it is no change. */
  add(assignees: readonly ChangeSubject[], { title, message }: TaskText, created: Date): Task {
    const task: Task = { key: this.#world.ids.hex(12), title, message, assignees, created, modified: created };
    this.#pending.set(task.key, task);
    return task;
  }

  /** Removes a completed or deleted task: both look the same in the API. Returns false if it is not pending. */
  remove(key: string): boolean {
    const task = this.#pending.get(key);
    if (task === undefined) return false;
    this.#pending.delete(key);
    this.#record(task);
    return true;
  }

  of(user: ChangeSubject): Task[] {
    return [...this.#pending.values()].filter((task) => task.assignees.includes(user));
  }

  find(user: ChangeSubject, key: string): Task | undefined {
    return this.of(user).find((task) => task.key === key);
  }

  move(from: ChangeSubject, to: ChangeSubject): void {
    const moved = this.of(from);
    for (const task of moved) {
      task.assignees = [...new Set(task.assignees.map((assignee) => (assignee === from ? to : assignee)))];
    }
    if (moved.length > 0) this.#changes.record('tasks', to);
  }

  #record(task: Task): void {
    for (const user of task.assignees) this.#changes.record('tasks', user);
  }
}
