import { ResponseValidationError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { ResourceType, Session } from '../../hypermedia/session.js';

/** Users of a list, by external id. There can be a hundred thousand, so it keeps as little of each as possible. */
export class ListedUsers<User extends Resource<{ readonly id?: string | null }>> {
  readonly #session: Session;
  readonly #kind: ResourceType<User>;
  /** Their fields. Links would take several times as much memory. */
  readonly #byId = new Map<string, JsonObject>();
  #showsIds = false;

  constructor(session: Session, kind: ResourceType<User>) {
    this.#session = session;
    this.#kind = kind;
  }

  /** Whether any user has the field of the external id. Then the platform stores external ids. */
  get showsIds(): boolean {
    return this.#showsIds;
  }

  /**
   * Reads a list to its end. Items of other kinds, such as friends, have no external id.
   *
   * @throws ResponseValidationError if there are users, and none has the field of the external id
   */
  async read(list: AsyncIterable<unknown>): Promise<void> {
    let count = 0;
    for await (const item of list) {
      if (!(item instanceof this.#kind)) continue;
      count++;
      const { id } = item.data;
      if (id !== undefined) this.#showsIds = true;
      if (typeof id === 'string') this.#byId.set(id, fieldsOf(item));
    }
    if (count > 0 && !this.#showsIds) throw noIds(this.#kind.type);
  }

  /** The external ids of all users. */
  ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** The user as it was listed. It reads its links when they are needed, as items of lists do. */
  get(id: string): User | undefined {
    const document = this.#byId.get(id);
    if (document === undefined) return undefined;
    const context = { attempts: 0, waited: 0 };
    const source = { document, base: this.#session.target('.'), listedIn: {}, context };
    return this.#session.instantiate(this.#kind, source);
  }
}

function fieldsOf(user: Resource<unknown>): JsonObject {
  const { '@links': _, ...fields } = user.toJSON();
  return user.url === '' ? fields : { ...fields, '@url': user.url };
}

function noIds(what: string): ResponseValidationError {
  const message = 'The platform lists all users without one. It stores none, so every run would create them again.';
  return new ResponseValidationError(`sync of ${what}s: id: ${message}`, what, [
    { name: 'id', message, code: 'undocumented' },
  ]);
}
