import * as z from 'zod/mini';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { listOf } from '../../hypermedia/lists/list.js';
import { absoluteUrl, type Plain } from '../../hypermedia/plain.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { Resource } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import { type UserReference, userReference } from '../../values/user-reference.js';
import { Conversation } from '../conversation.js';
import { Task } from '../task.js';

/** A change of a user's data. `items()` reads the list that changed. A change of an unknown kind is a plain `Resource`. */
export abstract class Change<Item> extends Resource<ChangeData> {
  /** @internal */
  static readonly readInstead: string = '`care.changes()`';
  static override readonly schema = resourceSchema<ChangeData>(() => ({ url: z.string(), user: userReference }));

  /** The user: `care.client(change.user)` opens a client, `care.professional(change.user)` a professional. */
  get user(): UserReference {
    return { ...this.data.user, url: this.userUrl };
  }

  /** The user's absolute URL, the same as in lists of users. Makes no request. */
  get userUrl(): string {
    return absoluteUrl(this.data.user.url, this.source.base);
  }

  /** As of every resource, with absolute URLs. */
  override toPlain(): Plain<this> {
    const plain = super.toPlain();
    return { ...plain, data: { ...plain.data, url: absoluteUrl(this.data.url, this.source.base), user: this.user } };
  }

  /** The current items of the list: one request for tasks, one per page for conversations. */
  abstract items(options?: RequestOptions): Collection<Item>;
}

/** The user's pending tasks changed: a task was created, completed or deleted. */
export class TasksChange extends Change<Task> {
  static override readonly type: string = 'change/tasks';

  items(options: RequestOptions = {}): Collection<Task> {
    const findUrl = async () => ({ url: this.session.resolve(this.data.url, this.source.base) });
    return listOf(this.session, {}, options, { target: 'tasks of a change', batched: false, item: Task, findUrl });
  }
}

/** The user has a new conversation or new messages. */
export class ConversationsChange extends Change<Conversation> {
  static override readonly type: string = 'change/conversations';

  items(options: RequestOptions = {}): Collection<Conversation> {
    const findUrl = async () => ({ url: this.session.resolve(this.data.url, this.source.base) });
    const target = 'conversations of a change';
    return listOf(this.session, {}, options, { target, batched: true, item: Conversation, findUrl });
  }
}

/** Attributes of a change. The changed items are in the list. */
export interface ChangeData {
  /** URL of the list that changed. */
  readonly url: string;
  /** The user that the list belongs to. */
  readonly user: UserReference;
}
