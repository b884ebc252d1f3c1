import { mapConcurrent } from '../../async/map-concurrent.js';
import { isCareError } from '../../errors.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { sourceOf } from '../../hypermedia/response-source.js';
import { methods } from '../../values/methods.js';
import { type OptionChecks, takeOptions } from '../../values/options.js';
import type { UserReference } from '../../values/user-reference.js';
import { isInaccessible } from '../gateway-page.js';
import type { Account } from '../users/account.js';
import type { Accounts } from '../users/accounts.js';
import type { Change } from './change.js';
import { feedChecks, feedRounds, requestOptions, retryContext, type WatchOptions } from './change-feed.js';
import type { ChangeType } from './changes-query.js';
import type { ChangesSource } from './poll-changes.js';
import { isTemporary, retryUntilSuccess } from './retry-until-success.js';

/** Stores a record of each user at the last handled event. A `Map` or a table works. All values are JSON. */
export interface RecordStore<Stored> {
  /** Returns the last record of that user. `null` means none, as `undefined` does. */
  get(userUrl: string): Promise<Stored | null | undefined> | Stored | null | undefined;
  /** Called after the event was handled. */
  set(userUrl: string, record: Stored): unknown;
  /** Returns the URLs of all users with a record. */
  keys(): Iterable<string> | AsyncIterable<string>;
}

/** An item of a list of users. */
export type ListedUser = Account<{ readonly active: boolean; readonly id?: string | null }, object>;

interface OfUser {
  readonly user: UserReference;
}

/** Reads all items of one user. */
export type ReadItems<Item> = (request: RequestOptions) => Promise<readonly Item[]>;

interface ItemOwner<Item> extends OfUser {
  readonly items: ReadItems<Item>;
}

/** Users whose items could not be read, by URL. Each round reads them again, and the stored cursor waits for them. */
type UsersBehind<Item> = Map<string, { readonly owner: ItemOwner<Item>; readonly failure: unknown }>;

const { types: _, ...checks } = feedChecks;

/** High enough to use the request budget, low enough to leave some of it to others. */
const maxConcurrent = 8;

/** Before a user is set aside: with the pauses between them, about a minute. */
const attemptsOfUser = 4;
/** More users than this cannot be read because of their own data. */
const maxBehind = 10;

/** Keeps the items of all users current. A subclass says which items, and how events report them. */
export abstract class Mirror<Item, Event extends OfUser, Stored extends OfUser> {
  protected abstract readonly type: ChangeType;
  protected readonly source: ChangesSource;
  protected readonly accounts: Accounts;
  readonly #options: WatchOptions;
  readonly #state: RecordStore<Stored> | undefined;

  constructor(
    what: string,
    source: Omit<ChangesSource, 'request'>,
    accounts: Accounts,
    given: Omit<WatchOptions, 'types'> & { readonly state?: RecordStore<Stored> | undefined },
  ) {
    const mirrorChecks: OptionChecks<typeof given> = { ...checks, state: methods(['get', 'set', 'keys']) };
    const { state, ...options } = takeOptions(what, given, mirrorChecks);
    this.#options = options;
    this.#state = state;
    this.accounts = accounts;
    this.source = { ...source, request: requestOptions(options), once: options.once };
  }

  /** All users that can have items. */
  protected abstract users(request: RequestOptions): AsyncIterable<ListedUser>;
  /** `undefined` if users or changes of that kind have no such items. */
  protected abstract itemsOf(owner: ListedUser | Change<Resource>): ReadItems<Item> | undefined;
  protected abstract event(user: UserReference, items: readonly Item[]): Event;
  /** The event with its differences from the record. */
  protected abstract compare(event: Event, record: Stored | undefined): Event;
  protected abstract record(event: Event): Stored;
  protected abstract isEmpty(record: Stored): boolean;

  /**
   * The cursor of the feed is taken before everything is read, and moves afterwards. The next poll reports changes that
   * happened meanwhile, and an interrupted synchronisation starts again.
   */
  async *events(): AsyncGenerator<Event, void> {
    let behind: UsersBehind<Item> = new Map();
    for await (const round of feedRounds(this.source, { ...this.#options, types: [this.type] })) {
      const { resync, changes } = round;
      const owners = resync === undefined ? this.#ownersOf(changes, behind) : this.#listOwners();
      const seen = new Set<string>();
      behind = new Map();
      yield* this.#readAll(owners, seen, behind);
      if (resync !== undefined) yield* this.#readAll(await this.#ownersOutsideList(seen), seen, behind);
      const [first] = behind.values();
      if (first !== undefined && this.source.once) throw first.failure;
      round.isIncomplete = first !== undefined;
    }
  }

  /** Emits the items of these users. Those that cannot be read now are set aside, and hold up no other user. */
  async *#readAll(
    owners: Iterable<ItemOwner<Item>> | AsyncIterable<ItemOwner<Item>>,
    seen: Set<string>,
    behind: UsersBehind<Item>,
  ): AsyncGenerator<Event, void> {
    const { request, once } = this.source;
    const read = async (owner: ItemOwner<Item>, signal: AbortSignal) => {
      const { user, items } = owner;
      seen.add(user.url);
      const readItems = () => emptyIfInaccessible(items({ ...request, signal }));
      // If many cannot be read, there is an outage, whose end is awaited.
      const maxAttempts = behind.size < maxBehind ? attemptsOfUser : undefined;
      const context = { ...retryContext(this.source), maxAttempts };
      try {
        return this.event(user, await retryUntilSuccess(`Reading ${this.type}`, readItems, context, signal));
      } catch (failure) {
        if (signal.aborted || !isTemporary(failure) || (once && behind.size >= maxBehind)) throw failure;
        behind.set(user.url, { owner, failure });
        return undefined;
      }
    };
    for await (const event of mapConcurrent(owners, maxConcurrent, read, request.signal)) {
      if (event !== undefined) yield* this.#emit(event);
    }
  }

  /** Emits one event. The state changes when the consumer asks for the next event, as the cursor does. */
  async *#emit(event: Event): AsyncGenerator<Event, void> {
    const { url } = event.user;
    yield this.#state === undefined ? event : this.compare(event, (await this.#state.get(url)) ?? undefined);
    await this.#state?.set(url, this.record(event));
  }

  /** Each user once, even with several changes. */
  #ownersOf(changes: readonly Change<Resource>[], behind: UsersBehind<Item>): Iterable<ItemOwner<Item>> {
    const owners = new Map([...behind].map(([url, { owner }]) => [url, owner]));
    for (const change of changes) {
      const items = this.itemsOf(change);
      const { user } = change;
      if (items !== undefined) owners.set(user.url, { user, items });
    }
    return owners.values();
  }

  /** Lists all users. After a temporary failure it lists them again, without users that it already yielded. */
  async *#listOwners(): AsyncGenerator<ItemOwner<Item>, void> {
    const given = new Set<string>();
    let rest: AsyncIterator<ListedUser> | undefined;
    const next = async () => {
      rest ??= this.users(this.source.request)[Symbol.asyncIterator]();
      try {
        return await rest.next();
      } catch (failure) {
        rest = undefined;
        throw failure;
      }
    };
    try {
      for (;;) {
        const { done, value } = await retryUntilSuccess('Listing users', next, retryContext(this.source));
        if (done === true) return;
        const items = this.itemsOf(value);
        if (items === undefined || given.has(value.url)) continue;
        given.add(value.url);
        yield { user: this.#referenceOf(value), items };
      }
    } finally {
      await rest?.return?.();
    }
  }

  #referenceOf(user: ListedUser): UserReference {
    const { session } = this.source;
    const kind = user.type === session.fullType('professional') ? 'professional' : 'client';
    const id = 'id' in user.data ? (user.data.id ?? null) : null;
    return { '@type': session.fullType(`user-reference/${kind}`), url: user.url, id };
  }

  /**
   * Users that have items in their record and were not listed, such as a client that was merged into another. The list may
   * also have moved while it was read, so each is read: only the platform says that a user is gone.
   */
  async #ownersOutsideList(seen: ReadonlySet<string>): Promise<ItemOwner<Item>[]> {
    const owners: ItemOwner<Item>[] = [];
    for await (const url of this.#state?.keys() ?? []) {
      const record = seen.has(url) ? undefined : await this.#state?.get(url);
      if (record === undefined || record === null || this.isEmpty(record)) continue;
      const { user } = record;
      owners.push({ user, items: (request) => this.#itemsAt(user.url, request) });
    }
    return owners;
  }

  async #itemsAt(url: string, request: RequestOptions): Promise<readonly Item[]> {
    const { session } = this.source;
    const response = await session.get(session.resolve(url), 'user', request);
    const readItems = this.itemsOf(session.identify(sourceOf(response, 'user')) as ListedUser);
    return readItems === undefined ? [] : readItems(request);
  }
}

/** Users that were removed, or whose items this token may not read, count as having none. */
async function emptyIfInaccessible<Item>(reading: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await reading;
  } catch (failure) {
    if (isInaccessible(failure) || isCareError(failure, 'LinkNotFoundError')) return [];
    throw failure;
  }
}
