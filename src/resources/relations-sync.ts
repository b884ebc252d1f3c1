import { isCareError } from '../errors.js';
import type { Session } from '../hypermedia/session.js';
import { checkRelations, isRelation, type NewRelation, type Relation } from './relation.js';

/** What became of the relations. */
export interface SyncedRelations {
  /** Those that were missing. */
  readonly added: readonly Relation[];
  /** Those that were not wanted. */
  readonly removed: readonly Relation[];
  /** Those that were there already. */
  readonly kept: readonly Relation[];
}

/** What the sync does with a client's relations. */
export interface RelationSteps {
  list(): Promise<Relation[]>;
  add(relation: NewRelation): Promise<Relation>;
  remove(relation: Relation): Promise<void>;
}

/**
 * Makes a client's relations the wanted ones: adds what is missing, then removes what is too much, so that a client in
 * treatment is never without. Safe to run twice and at the same time: what another run did meanwhile counts as done.
 */
export async function syncRelations(
  session: Session,
  steps: RelationSteps,
  wanted: readonly NewRelation[],
): Promise<SyncedRelations> {
  checkRelations(session, wanted);
  const present = await steps.list();
  const isSame = (relation: Relation, one: NewRelation) => isRelation(session, relation, one);
  const isWanted = (relation: Relation) => wanted.some((one) => isSame(relation, one));
  const kept = present.filter(isWanted);
  const removed = present.filter((relation) => !isWanted(relation));

  const added: Relation[] = [];
  for (const one of wanted) {
    if ([...kept, ...added].some((relation) => isSame(relation, one))) continue;
    added.push(await addOrFind(steps, isSame, one));
  }
  for (const relation of removed) {
    await steps.remove(relation).catch((failure: unknown) => {
      if (!isCareError(failure, 'NotFoundError')) throw failure;
    });
  }
  return { added, removed, kept };
}

async function addOrFind(
  steps: RelationSteps,
  isSame: (relation: Relation, wanted: NewRelation) => boolean,
  wanted: NewRelation,
): Promise<Relation> {
  try {
    return await steps.add(wanted);
  } catch (failure) {
    // It was not among those present, so one that is there now is as wanted, whoever added it.
    if (!isCareError(failure, 'BadRequestError') && !isCareError(failure, 'OutcomeUnknownError')) throw failure;
    const found = (await steps.list()).find((relation) => isSame(relation, wanted));
    if (found === undefined) throw failure;
    return found;
  }
}
