import type { IdSource } from './id-source.js';
import type { Memory } from './memory.js';
import type { Client, Professional, User } from './user.js';

/** The kind of a relation between a professional and a client. */
export type Predicate = 'attends' | 'supervises';

export interface Relation {
  readonly key: string;
  readonly professional: Professional;
  readonly client: Client;
  readonly predicate: Predicate;
}

/** There is at most one relation for each client, professional and predicate. */
export class RelationList {
  readonly #relations: Map<string, Relation>;
  readonly #ids: IdSource;

  constructor(ids: IdSource, memory: Memory) {
    this.#relations = memory.part('relations', () => new Map());
    this.#ids = ids;
  }

  /** Undefined if the same relation already exists. */
  create(client: Client, professional: Professional, predicate: Predicate): Relation | undefined {
    if (this.#has(client, professional, predicate)) return undefined;
    const relation = { key: this.#ids.hex(12), client, professional, predicate };
    this.#relations.set(relation.key, relation);
    return relation;
  }

  find(key: string): Relation | undefined {
    return this.#relations.get(key);
  }

  of(client: Client): Relation[] {
    return [...this.#relations.values()].filter((relation) => relation.client === client);
  }

  areRelated(client: User, professional: User): boolean {
    return [...this.#relations.values()].some(
      (relation) => relation.client === client && relation.professional === professional,
    );
  }

  remove(relation: Relation): void {
    this.#relations.delete(relation.key);
  }

  /** For a merge: relations move to the survivor and keep their keys. Relations that it already has are dropped. */
  move(from: Client, to: Client): void {
    for (const relation of this.of(from)) {
      this.#relations.delete(relation.key);
      const { professional, predicate } = relation;
      if (!this.#has(to, professional, predicate)) this.#relations.set(relation.key, { ...relation, client: to });
    }
  }

  #has(client: Client, professional: Professional, predicate: Predicate): boolean {
    return this.of(client).some(
      (relation) => relation.professional === professional && relation.predicate === predicate,
    );
  }
}
