import { addNote } from '../errors/note.js';
import { isCareError, type Problem } from '../errors.js';
import type { Collection } from '../hypermedia/collection.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { Session } from '../hypermedia/session.js';
import { allowCallAgain, foundAfter } from './found-after.js';
import { checkRelations, isNameable, isRelation, type NewRelation, type Relation } from './relation.js';

/** What became of the relations. */
export interface RelationSyncResult {
  /** Those that were missing. */
  readonly added: readonly Relation[];
  /** Those that were not wanted. */
  readonly removed: readonly Relation[];
  /** Those that were there already. */
  readonly kept: readonly Relation[];
}

/** Whose relations they are. */
interface RelationOwner {
  relations(options: RequestOptions): Collection<Relation>;
  addRelation(relation: NewRelation, options: RequestOptions): Promise<Relation>;
}

/**
 * Makes a client's relations the wanted ones: adds what is missing, then removes what is too much, so that a client in
 * treatment is never without. Safe to run twice and at the same time: what another run did meanwhile counts as done. What a
 * later release relates in other ways cannot be named in `wanted`, and is left alone.
 */
export function syncRelations(
  session: Session,
  client: RelationOwner,
  wanted: readonly NewRelation[],
  options: RequestOptions,
): Promise<RelationSyncResult> {
  return allowCallAgain('syncRelations', sync(session, client, wanted, options));
}

async function sync(
  session: Session,
  client: RelationOwner,
  wanted: readonly NewRelation[],
  given: RequestOptions,
): Promise<RelationSyncResult> {
  checkRelations(session, wanted);
  const options = session.begin(given);
  const plain = withoutExtra(options);
  const present = await client.relations(plain).toArray();
  const isSame = (relation: Relation, wantedRelation: NewRelation) => isRelation(session, relation, wantedRelation);
  const isWanted = (relation: Relation) => wanted.some((wantedRelation) => isSame(relation, wantedRelation));
  const synced = { added: [] as Relation[], removed: [] as Relation[], kept: present.filter(isWanted) };
  const failures: RelationFailure[] = [];
  /** `false` if every other one would meet the same failure. */
  const attempt = async (path: string, change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (failure) {
      failures.push({ path, failure });
      return concernsOne(failure);
    }
  };

  const add = async (wantedRelation: NewRelation) => {
    try {
      synced.added.push(await client.addRelation(wantedRelation, options));
    } catch (failure) {
      const readBack = async () =>
        (await client.relations(plain).toArray()).find((relation) => isSame(relation, wantedRelation));
      synced.kept.push(await foundAfter(failure, readBack, options.signal));
    }
  };
  const remove = async (relation: Relation) => {
    if (await deleteIfPresent(relation, plain)) synced.removed.push(relation);
  };

  for (const [index, wantedRelation] of wanted.entries()) {
    if ([...synced.kept, ...synced.added].some((relation) => isSame(relation, wantedRelation))) continue;
    if (!(await attempt(`relations.${index}`, () => add(wantedRelation)))) throw syncError(failures, synced);
  }
  // A client whose new relations were all refused keeps those that it has.
  const stays = failures.length > 0 && synced.kept.length + synced.added.length === 0;
  const removable = stays ? [] : present.filter((relation) => isNameable(relation) && !isWanted(relation));
  for (const [index, relation] of removable.entries()) {
    if (!(await attempt(`removed.${index}`, () => remove(relation)))) break;
  }
  if (failures.length > 0) throw syncError(failures, synced);
  return synced;
}

interface RelationFailure {
  /** `relations.1`: the second one that is wanted. */
  readonly path: string;
  readonly failure: unknown;
}

/** Whether it was refused for itself; the token, the network or the caller would end the next one as well. */
function concernsOne(failure: unknown): boolean {
  return singleErrors.some((name) => isCareError(failure, name));
}

const singleErrors = ['BadRequestError', 'NotFoundError'] as const;

/** `false` if another run removed it. */
async function deleteIfPresent(relation: Relation, options: RequestOptions): Promise<boolean> {
  try {
    await relation.delete(options);
    return true;
  } catch (failure) {
    if (isCareError(failure, 'NotFoundError')) return false;
    throw failure;
  }
}

/** The first failure, which names all by their paths and says what was done. */
function syncError(failures: readonly RelationFailure[], { added, removed, kept }: RelationSyncResult): unknown {
  const first = failures[0]?.failure;
  if (!isCareError(first)) return first;
  const problems = failures.flatMap(({ path, failure }): Problem[] => {
    const { problems = [], message } = failure as Error & { problems?: readonly Problem[] };
    if (problems.length === 0) return [{ name: path, message }];
    return problems.map((problem) => ({ ...problem, name: `${path}.${problem.name}` }));
  });
  const paths = failures.map(({ path }) => path).join(', ');
  const done = `${added.length} added, ${removed.length} removed, ${kept.length} kept`;
  return Object.assign(addNote(first, `This is about ${paths}; the others: ${done}.`), { problems });
}
