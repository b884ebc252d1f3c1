import * as z from 'zod/mini';
import { checkInput, clearable, inputSchema } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { UpdateOptions } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import { email } from '../../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../../values/file.js';
import type { CatalogueItem } from '../catalogue-item.js';
import type { Conversation } from '../conversation.js';
import type { PlannedEvent, Planning } from '../planning.js';
import type { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import { CareUser } from './care-user.js';

/** A self-help user. Only the friend itself and API users can reach it. */
export class Friend extends CareUser<FriendData, FriendLinks> {
  static override readonly type = 'friend';
  static override readonly schema = resourceSchema<FriendData>(() => ({
    active: z.boolean(),
    email: z.optional(z.string()),
    picture: z.optional(z.nullable(fileReference)),
    name: z.optional(z.string()),
  }));

  /** Changes the given fields. One request; the last write wins. */
  async update(fields: FriendFields, options: UpdateOptions = {}): Promise<this> {
    return this.sendPatch(checkInput(friendFields, fields, 'friend'), operations.updateFriend, options);
  }
}

/** Attributes of a friend. An API user sees only `active`. */
export interface FriendData {
  /** An inactive friend cannot log in. */
  readonly active: boolean;
  /** Login name. */
  readonly email?: string;
  /** Picture; `care.file` opens it. */
  readonly picture?: FileReference | null;
  /** The only name of a friend. */
  readonly name?: string;
}

/** Attributes of a friend that can be changed. */
export interface FriendFields {
  /** An inactive friend cannot log in. */
  readonly active?: boolean | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  /** Result of `inlineFile`. */
  readonly picture?: InlineFile | null | undefined;
  /** The whole name. */
  readonly name?: string | undefined;
}

export const friendFields = inputSchema<FriendFields>({
  active: z.optional(z.boolean()),
  email: z.optional(email),
  picture: clearable(inlineFileInput),
  name: z.optional(z.string()),
});

/** Resources that the documented links of a friend lead to. */
export interface FriendLinks {
  /** As `catalogue()`. Needs `query: { limit }`: without it, the platform responds with 400. */
  'catalogue.selfhelp.items': Collection<CatalogueItem>;
  /** As `conversations()`. Needs `query: { limit }`. */
  conversations: Collection<Conversation>;
  /** As `planning()`. */
  planning: Planning;
  /** As `plannedEvents()`. Needs `query: { after, before }`, two dates. */
  'planning.items': Collection<PlannedEvent>;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}
