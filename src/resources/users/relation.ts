import { inputSchema } from '../../hypermedia/input.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { Resource } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import type { Session } from '../../hypermedia/session.js';
import type { OpenChoice } from '../../values/choice.js';
import { choiceInput } from '../../values/choice-input.js';
import { openChoice } from '../../values/open-choice.js';
import { type UserReference, type UserReferenceInput, userReference } from '../../values/user-reference.js';
import { predicateValues } from '../choice-values.js';
import { operations } from '../writes/operations.js';
import type { Professional } from './professional.js';
import { sentUser } from './sent-user.js';

/** A relation of a professional to a client. The professional sees private data of the client, and can get its tasks. */
export class Relation extends Resource<RelationData> {
  static override readonly type = 'relation';
  /** @internal */
  static readonly readInstead: string = '`client.relations()`';
  static override readonly schema = resourceSchema<RelationData>(() => ({
    professional: userReference,
    client: userReference,
    predicate: openChoice<Predicate>(),
  }));

  /** Removes the relation from the client. One request. */
  async delete(options: RequestOptions = {}): Promise<void> {
    await this.sendDelete(operations.deleteRelation, options);
  }
}

/** Attributes of a relation. */
export interface RelationData {
  /** The professional who treats or supervises. */
  readonly professional: UserReference;
  /** The client who is treated. */
  readonly client: UserReference;
  /** `attends`, `supervises`, or a value of a later release. */
  readonly predicate: OpenChoice<Predicate>;
}

/** `attends`: treats the client. `supervises`: supervises the treatment; some organisations do not use it. */
export type Predicate = 'attends' | 'supervises';

/** A relation to add. */
export interface NewRelation {
  /** A URL, an external id, a reference, or the professional itself. */
  readonly professional: UserReferenceInput | Professional;
  /** Some organisations do not use `supervises`. */
  readonly predicate: Predicate;
}

/** @param id the professional's external id, if it is known although the reference has none */
export function isRelation(
  session: Session,
  found: Relation,
  { professional, predicate }: NewRelation,
  id?: string | null,
): boolean {
  const { data } = found;
  // A list can contain relations of an unknown kind.
  if (!(found instanceof Relation) || data.predicate !== predicate) return false;
  if (professional.url === undefined) return professional.id === (id ?? data.professional.id);
  const canonical = (url: string) => session.resolve(url).href;
  return canonical(professional.url) === canonical(data.professional.url);
}

export const newRelation = inputSchema<NewRelation>({
  professional: sentUser,
  predicate: choiceInput(predicateValues),
});
