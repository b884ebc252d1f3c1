import type { Collection } from '../hypermedia/collection.js';
import type { ListOptions } from '../hypermedia/list.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { Resource } from '../hypermedia/resource.js';
import { type ActivationEmail, activationBody } from './activation.js';
import { switched } from './landing.js';
import { operations } from './operations.js';
import { reconciled } from './reconcile.js';
import { Task } from './task.js';

/**
 * What all users have in common. A link that is missing means that this token's user has no access to that feature, and the
 * method then throws `LinkNotFoundError`.
 */
export abstract class Account<Data extends { readonly active: boolean }, FollowedBy extends object> extends Resource<
  Data,
  FollowedBy
> {
  /** Pending tasks, all of them unless `start` or `limit` say otherwise. One request when iterated. */
  tasks(query: ListOptions = {}, options: RequestOptions = {}): Collection<Task> {
    return this.listed('tasks.items', query, options, { batched: false, item: Task });
  }

  protected async setActive(active: boolean, email: ActivationEmail, options: RequestOptions): Promise<this> {
    const body = activationBody(active, email);
    return reconciled<this>(this.session, options, {
      write: async (sending) => {
        await this.posted('activation', body, operations.setActive, sending);
        return this.changed({ active });
      },
      look: async (since, reading) => switched(await this.refresh(reading), this, active, since),
      unique: true,
    });
  }
}
