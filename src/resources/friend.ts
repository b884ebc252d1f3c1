import * as z from 'zod/mini';
import type { Collection } from '../hypermedia/collection.js';
import { asGiven, checkInput, copyOptions } from '../hypermedia/input.js';
import type { UpdateOptions } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import { type FileReference, fileReference } from '../values/file.js';
import { CareUser } from './care-user.js';
import type { CatalogueItem } from './catalogue-item.js';
import type { Conversation } from './conversation.js';
import type { FriendFields } from './friend-fields.js';
import { operations } from './operations.js';
import { administrationPart } from './parts.js';
import type { PlannedEvent, Planning } from './planning.js';
import type { Task } from './task.js';

/** A self-help user. Only the friend itself and API users can reach it. */
export class Friend extends CareUser<FriendData, FriendLinks> {
  static override readonly type = 'friend';
  static override readonly schema = resourceSchema<FriendData>({
    active: z.boolean(),
    email: z.optional(z.string()),
    picture: z.optional(z.nullable(fileReference)),
    name: z.optional(z.string()),
  });

  /** Changes the fields that are named. One request; last write wins. */
  async update(fields: FriendFields, options: UpdateOptions = {}): Promise<this> {
    const given = asGiven(fields);
    const request = copyOptions(options);
    const { friendFields } = await administrationPart();
    return this.patched(checkInput(friendFields, given, 'friend'), operations.updateFriend, request);
  }
}

/** An API user sees `active` alone. */
export interface FriendData {
  /** An inactive friend cannot log in. */
  readonly active: boolean;
  /** The login name. */
  readonly email?: string;
  /** For `care.file`. */
  readonly picture?: FileReference | null;
  /** Composed by nobody: friends have one name. */
  readonly name?: string;
}

/** What the documented links of a friend lead to. */
export interface FriendLinks {
  /** As `catalogue()`. */
  'catalogue.selfhelp.items': Collection<CatalogueItem>;
  /** As `conversations()`. */
  conversations: Collection<Conversation>;
  /** As `planning()`. */
  planning: Planning;
  /** As `plannedEvents()`. */
  'planning.items': Collection<PlannedEvent>;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}
