import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { Collection } from '../hypermedia/lists/collection.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import { operations } from './writes/operations.js';

/** A label of clients and professionals. Their `labels` contain its `identifier`. */
export class Label extends Resource<LabelData> {
  static override readonly type = 'configuration/label';
  static override readonly schema = resourceSchema<LabelData>(() => ({ identifier: z.string(), label: z.string() }));

  /** Changes the text. Users with this label keep it. One request. */
  async rename(text: string, options: RequestOptions = {}): Promise<Label> {
    return this.sendPatch(labelBody(text), operations.renameLabel, options);
  }

  /** Removes the label from all users, permanently: a new label with the same text is another label. One request. */
  async delete(options: RequestOptions = {}): Promise<void> {
    await this.sendDelete(operations.deleteLabel, options);
  }
}

/** Attributes of a label. */
export interface LabelData {
  /** Set by the platform; never changes. */
  readonly identifier: string;
  /** Text; another label can have the same. */
  readonly label: string;
}

/** Lists and creates the labels of a platform. */
export interface LabelDirectory {
  labels(query: object, options: RequestOptions): Collection<Label>;
  createLabel(text: string, options: RequestOptions): Promise<Label>;
}

const directories = new WeakMap<Session, LabelDirectory>();

/** Sets the application root of a connection: no link of a client leads to the labels. */
export function setDirectory(session: Session, directory: LabelDirectory): void {
  directories.set(session, directory);
}

export function directoryOf(session: Session): LabelDirectory {
  return directories.get(session) as LabelDirectory;
}

export const labelFields = inputSchema<{ readonly label: string }>({ label: z.string() });

export function labelBody(text: string): { readonly label?: unknown } {
  return checkInput(labelFields, { label: text }, 'label');
}
