import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { Resource } from '../../hypermedia/resource.js';
import { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import { reconcile } from '../writes/reconcile.js';
import { verifySwitch } from '../writes/verification.js';
import { type ActivationEmail, activationBody } from './activation.js';

/**
 * Methods of all users. A missing link means that this token's user has no access to that feature. The method then throws a
 * `LinkNotFoundError`.
 */
export abstract class Account<Data extends { readonly active: boolean }, FollowedBy extends object> extends Resource<
  Data,
  FollowedBy
> {
  /** Pending tasks. Default: all. One request when iterated. */
  tasks(query: ListOptions = {}, options: RequestOptions = {}): Collection<Task> {
    return this.list('tasks.items', query, options, { batched: false, item: Task });
  }

  protected async setActive(active: boolean, email: ActivationEmail, options: RequestOptions): Promise<this> {
    const body = activationBody(active, email);
    return reconcile<this>(this.session, options, {
      write: async (sending) => {
        await this.sendTo('activation', { method: 'POST', operation: operations.setActive, body }, sending);
        return this.withChanges({ active });
      },
      readBack: async (since, reading) => verifySwitch(await this.refresh(reading), this, active, since),
      unique: true,
    });
  }
}
