import { isCareError } from '../errors.js';
import type { Collection } from '../hypermedia/collection.js';
import { type RequestOptions, type Session, withoutExtra } from '../hypermedia/session.js';
import { foundAfter } from './found-after.js';
import { checkRelations, isNameable, isRelation, type NewRelation, type Relation } from './relation.js';

/** What became of the relations. */
export interface SyncedRelations {
  /** Those that were missing. */
  readonly added: readonly Relation[];
  /** Those that were not wanted. */
  readonly removed: readonly Relation[];
  /** Those that were there already. */
  readonly kept: readonly Relation[];
}

/** Whose relations they are. */
interface Related {
  relations(options: RequestOptions): Collection<Relation>;
  addRelation(relation: NewRelation, options: RequestOptions): Promise<Relation>;
}

/**
 * Makes a client's relations the wanted ones: adds what is missing, then removes what is too much, so that a client in
 * treatment is never without. Safe to run twice and at the same time: what another run did meanwhile counts as done. What a
 * later release relates in other ways cannot be named in `wanted`, and is left alone.
 */
export async function syncRelations(
  session: Session,
  client: Related,
  wanted: readonly NewRelation[],
  given: RequestOptions,
): Promise<SyncedRelations> {
  checkRelations(session, wanted);
  const options = session.timed(given);
  const plain = withoutExtra(options);
  const present = await client.relations(plain).toArray();
  const isSame = (relation: Relation, one: NewRelation) => isRelation(session, relation, one);
  const isWanted = (relation: Relation) => wanted.some((one) => isSame(relation, one));
  const kept = present.filter(isWanted);
  const removed = present.filter((relation) => isNameable(relation) && !isWanted(relation));

  const addedOrFound = (one: NewRelation): Promise<Relation> => {
    const look = async () => (await client.relations(plain).toArray()).find((relation) => isSame(relation, one));
    return client.addRelation(one, options).catch((failure) => foundAfter(failure, look, options.signal));
  };

  const added: Relation[] = [];
  for (const one of wanted) {
    if ([...kept, ...added].some((relation) => isSame(relation, one))) continue;
    added.push(await addedOrFound(one));
  }
  for (const relation of removed) {
    await relation.delete(plain).catch((failure: unknown) => {
      if (!isCareError(failure, 'NotFoundError')) throw failure;
    });
  }
  return { added, removed, kept };
}
