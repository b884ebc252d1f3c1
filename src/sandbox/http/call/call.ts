import { type FieldTable, type ReadMode, readFields, type Sent } from '../../fields/field-table.js';
import { invalidJson, invalidQuery, notAuthorized, type Problem } from '../../world/failure.js';
import { emptyRecord, type JsonObject } from '../../world/json.js';
import type { Settings } from '../../world/settings.js';
import type { User } from '../../world/user.js';
import type { World } from '../../world/world.js';
import type { PathParams, Urls } from './urls.js';

export interface CallParts {
  readonly world: World;
  readonly urls: Urls;
  readonly user: User | undefined;
  readonly query: URLSearchParams;
  readonly params: PathParams;
  /** Whether the same caller may use any method at a path below the base. */
  readonly allows: (path: string) => boolean;
}

/** One request while it is handled. */
export class Call {
  readonly world: World;
  readonly settings: Settings;
  readonly urls: Urls;
  readonly query: URLSearchParams;
  /** Undefined only on the root, the one endpoint that needs no token. */
  readonly user: User | undefined;
  /** Attributes that were sent and had no effect. The journal keeps them. */
  readonly ignored: string[] = [];
  /** The JSON object of a POST or PATCH. Empty for other methods and for operations without a body. */
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

  /** Whether a link to this path is useful to the viewer. If not, every method there would respond with 403 or 404. */
  mayUse(template: string, params: PathParams): boolean {
    return this.#allows(this.urls.path(template, params));
  }

  /** The user to whom the token belongs. */
  get viewer(): User {
    if (this.user === undefined) throw notAuthorized();
    return this.user;
  }

  param(name: string): string {
    return this.#params[name] ?? '';
  }

  /** For example, `type('client')` is `{type_ns}/client`. */
  type(name: string): string {
    return `${this.settings.typeNs}/${name}`;
  }

  /**
   * Checks the body against a table and reports all problems at once (400 'Invalid JSON input'). `check` adds problems
   * that depend on the world, such as uniqueness. It sees only valid values.
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

  /**
   * Checks the query against a table (400 'Invalid query parameters'). Unknown parameters are ignored (undocumented).
   */
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
