import { type FieldTable, type ReadMode, readFields, type Sent } from '../fields/field-table.js';
import { invalidJson, invalidQuery, type Problem, unauthorized } from '../world/failure.js';
import { emptyRecord, type JsonObject } from '../world/json.js';
import type { Settings } from '../world/settings.js';
import type { User } from '../world/user.js';
import type { World } from '../world/world.js';
import type { PathParams, Urls } from './urls.js';

export interface CallParts {
  readonly world: World;
  readonly urls: Urls;
  readonly user: User | undefined;
  readonly query: URLSearchParams;
  readonly params: PathParams;
  /** Whether the same caller may do anything at a path below the base. */
  readonly allows: (path: string) => boolean;
}

/** One request on its way through an operation. */
export class Call {
  readonly world: World;
  readonly settings: Settings;
  readonly urls: Urls;
  readonly query: URLSearchParams;
  /** Undefined only on the root, the one endpoint open to everyone (EPU-1). */
  readonly user: User | undefined;
  /** Attributes that were sent and had no effect; the journal keeps them (TRAP-41). */
  readonly ignored: string[] = [];
  /** The JSON object of a POST or PATCH; empty for other methods and operations without a body. */
  body: JsonObject = {};
  readonly #params: PathParams;
  readonly #allows: CallParts['allows'];

  constructor(parts: CallParts) {
    this.world = parts.world;
    this.settings = parts.world.settings;
    this.urls = parts.urls;
    this.user = parts.user;
    this.query = parts.query;
    this.#params = parts.params;
    this.#allows = parts.allows;
  }

  /** Whether a link to this place helps the viewer: nothing there would be 403 or 404 whatever the method. */
  mayUse(template: string, params: PathParams): boolean {
    return this.#allows(this.urls.path(template, params));
  }

  /** The user the token stands for. */
  get viewer(): User {
    if (this.user === undefined) throw unauthorized();
    return this.user;
  }

  param(name: string): string {
    return this.#params[name] ?? '';
  }

  /** `type('client')` is `{type_ns}/client`. */
  type(name: string): string {
    return `${this.settings.typeNs}/${name}`;
  }

  /**
   * The body checked against a table, all problems at once (400 'Invalid JSON input'). `check` adds what needs the
   * world, such as uniqueness; it sees only values that are right by themselves.
   */
  readBody<Shape>(
    table: FieldTable<Shape>,
    mode: ReadMode,
    check: (sent: Sent<Shape>) => readonly Problem[] = () => [],
  ): Sent<Shape> {
    const { sent, problems, ignored } = readFields(table, this.body, mode, this.world);
    this.ignored.push(...ignored);
    const all = [...problems, ...check(sent)];
    if (all.length > 0) throw invalidJson(...all);
    return sent;
  }

  /** The query checked against a table (400 'Invalid query parameters'); unknown parameters are ignored (GAP-4). */
  readQuery<Shape>(table: FieldTable<Shape>): Sent<Shape> {
    const values = emptyRecord<unknown>();
    for (const name of this.query.keys()) {
      const all = this.query.getAll(name);
      values[name] = all.length > 1 ? all : all[0];
    }
    const { sent, problems } = readFields(table, values, 'create', this.world);
    if (problems.length > 0) throw invalidQuery(...problems);
    return sent;
  }
}
