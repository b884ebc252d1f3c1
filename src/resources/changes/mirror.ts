import { mapConcurrent } from '../../async/map-concurrent.js';
import { isCareError } from '../../errors.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { methods, type OptionChecks, takeOptions } from '../../values/options.js';
import type { UserReference } from '../../values/user-reference.js';
import { isGatewayPage } from '../gateway-page.js';
import type { Account } from '../users/account.js';
import type { Accounts } from '../users/accounts.js';
import type { Change } from './change.js';
import { feedChecks, feedRounds, requestOptions, retryContext, type WatchOptions } from './change-feed.js';
import type { ChangeType } from './changes-query.js';
import type { ChangesSource } from './poll-changes.js';
import { retryUntilSuccess } from './retry-until-success.js';

/** Stores a record of each user at the last handled event. A `Map` or a table works. All values are JSON. */
export interface RecordStore<Stored> {
  /** Returns the last record of that user. */
  get(userUrl: string): Promise<Stored | undefined> | Stored | undefined;
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

/** Lists the items of one user. */
export type ReadItems<Item> = (request: RequestOptions) => Collection<Item>;

interface ItemOwner<Item> extends OfUser {
  readonly items: ReadItems<Item>;
}

const { types: _, ...checks } = feedChecks;

/** High enough to use the request budget, low enough to leave some of it to others. */
const maxConcurrent = 8;

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
    const { request } = this.source;
    const context = retryContext(this.source);
    const read = async ({ user, items }: ItemOwner<Item>, signal: AbortSignal) => {
      const readItems = () => emptyIfInaccessible(items({ ...request, signal }).toArray());
      return this.event(user, await retryUntilSuccess(`Reading ${this.type}`, readItems, context, signal));
    };
    for await (const { resync, changes } of feedRounds(this.source, { ...this.#options, types: [this.type] })) {
      const seen = new Set<string>();
      const owners = resync === undefined ? this.#ownersOf(changes) : this.#listOwners();
      for await (const event of mapConcurrent(owners, maxConcurrent, read, request.signal)) {
        seen.add(event.user.url);
        yield* this.#emit(event);
      }
      if (resync === undefined) continue;
      for (const user of await this.#missingUsers(seen)) yield* this.#emit(this.event(user, []));
    }
  }

  /** Emits one event. The state changes when the consumer asks for the next event, as the cursor does. */
  async *#emit(event: Event): AsyncGenerator<Event, void> {
    const { url } = event.user;
    yield this.#state === undefined ? event : this.compare(event, await this.#state.get(url));
    await this.#state?.set(url, this.record(event));
  }

  /** Each user once, even with several changes. */
  #ownersOf(changes: readonly Change<Resource>[]): ItemOwner<Item>[] {
    const owners = new Map<string, ItemOwner<Item>>();
    for (const change of changes) {
      const items = this.itemsOf(change);
      const { user } = change;
      if (items !== undefined) owners.set(user.url, { user, items });
    }
    return [...owners.values()];
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

  /** Users that have items in their record and are no longer listed, such as a client that was merged into another. */
  async #missingUsers(seen: ReadonlySet<string>): Promise<UserReference[]> {
    const users: UserReference[] = [];
    for await (const url of this.#state?.keys() ?? []) {
      const record = seen.has(url) ? undefined : await this.#state?.get(url);
      if (record !== undefined && !this.isEmpty(record)) users.push(record.user);
    }
    return users;
  }
}

/** Users that were removed, or whose items this token may not read, count as having none. */
async function emptyIfInaccessible<Item>(reading: Promise<Item[]>): Promise<Item[]> {
  try {
    return await reading;
  } catch (failure) {
    const none = ['NotFoundError', 'ForbiddenError', 'LinkNotFoundError'] as const;
    if (!isGatewayPage(failure) && none.some((name) => isCareError(failure, name))) return [];
    throw failure;
  }
}
