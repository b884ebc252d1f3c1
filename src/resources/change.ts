import * as z from 'zod/mini';
import type { Collection } from '../hypermedia/collection.js';
import { resolved } from '../hypermedia/link-target.js';
import { listOf } from '../hypermedia/list.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import { type UserReference, userReference } from '../values/user-reference.js';
import { Conversation } from './conversation.js';
import { Task } from './task.js';

/** Something of a user's changed; what it was is read from the list it names. Of an unknown kind it is a plain `Resource`. */
export abstract class Change<Item> extends Resource<ChangeData> {
  /** @internal */
  static readonly readInstead: string = '`care.changes()`';
  static override readonly schema = resourceSchema<ChangeData>({ url: z.string(), user: userReference });

  /** Whose it is: `care.client(change.user)` opens a client, `care.professional(change.user)` a professional. */
  get user(): UserReference {
    return this.data.user;
  }

  /** The user's URL, absolute wherever it is; a user who is listed has the same. Makes no request. */
  get userUrl(): string {
    const { url } = this.data.user;
    return resolved(url, this.source.base)?.href ?? url;
  }

  /** The list as it is now. */
  abstract items(options?: RequestOptions): Collection<Item>;
}

/** The user's pending tasks changed: one was created, completed or deleted. */
export class TasksChange extends Change<Task> {
  static override readonly type: string = 'change/tasks';

  items(options: RequestOptions = {}): Collection<Task> {
    const where = async () => ({ url: this.session.target(this.data.url, this.source.base) });
    return listOf(this.session, {}, options, { target: 'tasks of a change', batched: false, item: Task, where });
  }
}

/** The user has a new conversation or new messages. */
export class ConversationsChange extends Change<Conversation> {
  static override readonly type: string = 'change/conversations';

  items(options: RequestOptions = {}): Collection<Conversation> {
    const where = async () => ({ url: this.session.target(this.data.url, this.source.base) });
    const target = 'conversations of a change';
    return listOf(this.session, {}, options, { target, batched: true, item: Conversation, where });
  }
}

/** What a change says; what it was is read from the list. */
export interface ChangeData {
  /** The list that changed, in this API. */
  readonly url: string;
  /** Whose list it is. */
  readonly user: UserReference;
}
