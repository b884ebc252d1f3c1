import * as z from 'zod/mini';
import { Resource } from '../hypermedia/resource.js';
import { optional, resourceSchema } from '../hypermedia/schema.js';

/** A pending task of a client, friend or professional. Its `url` as a resource (`task.url`) is not for display. */
export class Task extends Resource<TaskData> {
  static override readonly type = 'task';
  /** @internal */
  static readonly readInstead: string = '`tasks()` of the user';
  static override readonly schema = resourceSchema<TaskData>(() => ({
    title: optional(z.string()),
    message: optional(z.string()),
    url: optional(z.string()),
  }));
}

/** Attributes of a task. */
export interface TaskData {
  /** Plain text for end users. */
  readonly title: string | null;
  /** Plain text for end users. */
  readonly message: string | null;
  /** Where the user completes the task, in the platform's web application: for a hyperlink, not for this API. */
  readonly url: string | null;
}
