import * as z from 'zod/mini';
import { inputSchema } from '../hypermedia/input.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { RequestOptions } from '../hypermedia/session.js';
import { type OpenChoice, openChoice } from '../values/choice.js';
import {
  type UserReference,
  type UserReferenceInput,
  userReference,
  userReferenceInput,
} from '../values/user-reference.js';
import { operations } from './operations.js';
import type { Professional } from './professional.js';

/** What a professional is to a client. Related professionals see private data of the client and can get its tasks. */
export class Relation extends Resource<RelationData> {
  static override readonly type = 'relation';
  static override readonly schema = resourceSchema<RelationData>({
    professional: userReference,
    client: userReference,
    predicate: openChoice<Predicate>(),
  });

  /** One request. */
  async delete(options: RequestOptions = {}): Promise<void> {
    await this.removed(operations.deleteRelation, options);
  }
}

export interface RelationData {
  readonly professional: UserReference;
  readonly client: UserReference;
  readonly predicate: OpenChoice<Predicate>;
}

/** `attends`: treats the client. `supervises`: supervises the treatment; some organisations do not use it. */
export type Predicate = 'attends' | 'supervises';

export interface NewRelation {
  readonly professional: UserReferenceInput | Professional;
  readonly predicate: Predicate;
}

/** @param url gives a URL its canonical form */
export function isRelation({ data }: Relation, wanted: NewRelation, url: (text: string) => string): boolean {
  if (data.predicate !== wanted.predicate) return false;
  const { professional } = wanted;
  return professional.url === undefined
    ? professional.id === data.professional.id
    : url(professional.url) === url(data.professional.url);
}

export const newRelation = inputSchema<NewRelation>({
  professional: userReferenceInput,
  predicate: z.enum(['attends', 'supervises']),
});
