import { addNote } from '../../errors/note.js';
import { type ErrorResponse, isCareError, type Problem } from '../../errors.js';
import { checkInput, inputSchema } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import { aBoolean } from '../../values/options.js';
import { isAddition, itemsIn, type ListInput, schemasByForm } from '../additions.js';
import { predicateValues } from '../choice-values.js';
import { allowCallAgain } from '../writes/call-again.js';
import { readBackAfter } from '../writes/read-back.js';
import { undefinedIfNotFound } from '../writes/undefined-if-not-found.js';
import { Professional } from './professional.js';
import { isRelation, type NewRelation, newRelation, Relation } from './relation.js';
import { checkSentUser } from './sent-user.js';

/** Result of `syncRelations()`. */
export interface RelationSyncResult {
  /** Relations that were missing and were added. */
  readonly added: readonly Relation[];
  /** Relations that were not wanted and were removed. */
  readonly removed: readonly Relation[];
  /** Relations that existed and stay: those that are wanted, or all of them with `{ add }`. */
  readonly kept: readonly Relation[];
}

/** Result of a dry run of `syncRelations()`. */
export interface RelationSyncPlan {
  /** Wanted relations that are missing. */
  readonly added: readonly NewRelation[];
  /** Relations that are not wanted. */
  readonly removed: readonly Relation[];
  /** Relations that exist and would stay. */
  readonly kept: readonly Relation[];
}

/** How relations are synchronised. */
export interface RelationSyncOptions extends RequestOptions {
  /** Reads and compares, and sends nothing that writes: the result is a `RelationSyncPlan`. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

/** Gets what was changed so far, and the relations before. Those that `NewRelation` cannot express are left out. */
export type RelationListener = (synced: RelationSyncResult, before: readonly Relation[]) => void;

/** What an upsert adds to it. */
interface RelationSyncContext {
  /** The relations of the client, if they need not be read. */
  readonly known?: readonly Relation[] | undefined;
  /** Called after each change, with all changes so far. */
  readonly onChange?: RelationListener;
}

/** The client whose relations are synchronised. */
export interface RelationOwner {
  relations(options: RequestOptions): Collection<Relation>;
  addRelation(relation: NewRelation, options: RequestOptions): Promise<Relation>;
}

/**
 * Makes a client's relations equal to the wanted ones. Adds missing relations before it removes others, so that a client in
 * treatment always has one. `{ add }` removes none. Safe to run twice, also at the same time: changes of another run count as
 * done. Relations of a later release that `wanted` cannot express stay unchanged.
 */
export function syncRelations(
  session: Session,
  client: RelationOwner,
  wanted: ListInput<NewRelation>,
  options: RelationSyncOptions,
  context: RelationSyncContext = {},
): Promise<RelationSyncResult | RelationSyncPlan> {
  return allowCallAgain('syncRelations', sync(session, client, wanted, options, context));
}

/** For a client that does not exist yet. */
export function planRelations(wanted: ListInput<NewRelation>): RelationSyncPlan {
  return { added: withoutDoubles(itemsIn(wanted)), removed: [], kept: [] };
}

async function sync(
  session: Session,
  client: RelationOwner,
  input: ListInput<NewRelation>,
  given: RelationSyncOptions,
  { known, onChange }: RelationSyncContext,
): Promise<RelationSyncResult | RelationSyncPlan> {
  checkRelations(session, input);
  const wanted = itemsIn(input);
  const { dryRun, ...options } = session.begin(given, { dryRun: aBoolean });
  const plain = withoutExtra(options);
  const present = known ?? (await client.relations(plain).toArray());
  const ids = await readMissingIds(session, present, wanted, plain);
  const isSame = (relation: Relation, wantedRelation: NewRelation) =>
    isRelation(session, relation, wantedRelation, ids.get(relation));
  const isWanted = (relation: Relation) => wanted.some((wantedRelation) => isSame(relation, wantedRelation));
  const stays = (relation: Relation) => isAddition(input) || isWanted(relation);
  const before = present.filter(isNameable);
  const removable = before.filter((relation) => !stays(relation));
  const synced = { added: [] as Relation[], removed: [] as Relation[], kept: before.filter(stays) };
  if (dryRun) {
    const missing = wanted.filter((wantedRelation) => !present.some((relation) => isSame(relation, wantedRelation)));
    return { added: withoutDoubles(missing), removed: removable, kept: synced.kept };
  }
  const failures: RelationFailure[] = [];
  /** Returns `false` if every further change would fail in the same way. */
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
      onChange?.(synced, before);
    } catch (failure) {
      const readBack = async () =>
        (await client.relations(plain).toArray()).find((relation) => isSame(relation, wantedRelation));
      synced.kept.push(await readBackAfter(failure, readBack, options.signal));
    }
  };
  const remove = async (relation: Relation) => {
    const deletion = relation.delete(plain).then(() => relation);
    // Another run may have removed it.
    if ((await undefinedIfNotFound(deletion)) === undefined) return;
    synced.removed.push(relation);
    onChange?.(synced, before);
  };

  for (const [index, wantedRelation] of wanted.entries()) {
    if ([...synced.kept, ...synced.added].some((relation) => isSame(relation, wantedRelation))) continue;
    const path = isAddition(input) ? `relations.add.${index}` : `relations.${index}`;
    if (!(await attempt(path, () => add(wantedRelation)))) throw syncError(failures, synced);
  }
  // If all new relations were refused, the client keeps its old ones.
  const areAllRefused = failures.length > 0 && synced.kept.length + synced.added.length === 0;
  for (const [index, relation] of (areAllRefused ? [] : removable).entries()) {
    if (!(await attempt(`removed.${index}`, () => remove(relation)))) break;
  }
  if (failures.length > 0) throw syncError(failures, synced);
  return synced;
}

/**
 * The external ids of professionals whose references have none, by their relations. Read only if such a relation may be a
 * wanted one: it would be removed, and the wanted one refused because it exists.
 */
async function readMissingIds(
  session: Session,
  present: readonly Relation[],
  wanted: readonly NewRelation[],
  options: RequestOptions,
): Promise<ReadonlyMap<Relation, string | null | undefined>> {
  const unmatched = wanted.filter(
    (wantedRelation) => !present.some((relation) => isRelation(session, relation, wantedRelation)),
  );
  const ids = new Map<Relation, string | null | undefined>();
  for (const relation of present.filter(isNameable)) {
    const { professional, predicate } = relation.data;
    const isMaybeWanted = unmatched.some(
      (other) => other.predicate === predicate && other.professional.url === undefined,
    );
    if (typeof professional.id === 'string' || !isMaybeWanted) continue;
    const url = session.resolve(professional.url);
    ids.set(relation, (await session.read(url, Professional, 'professional', options)).data.id);
  }
  return ids;
}

/** A run finds a double once it has added the first one. */
function withoutDoubles(relations: readonly NewRelation[]): NewRelation[] {
  const keyOf = ({ professional, predicate }: NewRelation) =>
    `${predicate} ${professional.url === undefined ? professional.id : professional.url}`;
  return [...new Map(relations.map((relation) => [keyOf(relation), relation])).values()];
}

interface RelationFailure {
  /** `relations.1` is the second wanted relation. */
  readonly path: string;
  readonly failure: unknown;
}

/** Whether the failure concerns one relation only, not the token, the network or the caller. */
function concernsOne(failure: unknown): boolean {
  return singleErrors.some((name) => isCareError(failure, name));
}

const singleErrors = ['BadRequestError', 'NotFoundError'] as const;

/**
 * Returns the failure that ended the work, or the first one. If it is an error of this package, it gets the problems of all
 * failures and the counts of the changes made.
 */
function syncError(failures: readonly RelationFailure[], { added, removed, kept }: RelationSyncResult): unknown {
  const { failure: main } = failures.find(({ failure }) => !concernsOne(failure)) ?? failures[0] ?? {};
  if (!isCareError(main)) return main;
  const problems = failures.flatMap(({ path, failure }): Problem[] => {
    const { problems = [], reason, message } = failure as Error & Partial<ErrorResponse>;
    if (problems.length === 0) return [{ name: path, message: reason || message, code: 'invalid' }];
    return problems.map((problem) => ({ ...problem, name: `${path}.${problem.name}` }));
  });
  const paths = failures.map(({ path }) => path).join(', ');
  const counts = `${added.length} added, ${removed.length} removed, ${kept.length} kept`;
  return Object.assign(addNote(main, `Failed: ${paths}. Others: ${counts}.`), { problems });
}

/** Whether a `NewRelation` can express it. A relation of a later release can have another kind or predicate. */
function isNameable(found: Relation): boolean {
  return found instanceof Relation && predicateValues.some((predicate) => predicate === found.data.predicate);
}

/** Refuses invalid relations before anything is read or sent. */
export function checkRelations(session: Session, relations: ListInput<NewRelation>): void {
  checkInput(relationsInput(relations), { relations }, 'relations');
  for (const { professional } of itemsIn(relations)) checkSentUser(session, professional, 'professional');
}

const relationsInput = schemasByForm(newRelation, (relations) =>
  inputSchema<{ readonly relations: ListInput<NewRelation> }>({ relations }),
);
