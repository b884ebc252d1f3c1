/** Path segments that replace the documented ones, for example `{ diary: 'journal' }`. */
export type PathAliases = Readonly<Record<string, string>>;

export type PathParams = Readonly<Record<string, string>>;

/** A path template such as `c/:userId/tasks/items` with its aliases. */
export function withAliases(template: string, aliases: PathAliases): string {
  return template
    .split('/')
    .map((segment) => aliases[segment] ?? segment)
    .join('/');
}

/** Builds every URL in a response from a path template, so links, `Location` and routes cannot differ. */
export class Urls {
  /** `{base_url}` without a trailing slash. */
  readonly base: string;
  readonly #aliases: PathAliases;
  readonly #prefix: string;

  constructor(base: string, aliases: PathAliases, relative: boolean) {
    this.base = base;
    this.#aliases = aliases;
    this.#prefix = relative ? new URL(base).pathname : base;
  }

  to(template: string, params: PathParams = {}): string {
    const path = this.path(template, params);
    return path === '/' ? this.#prefix : `${this.#prefix}${path}`;
  }

  /** The path below the base, as the router takes it. */
  path(template: string, params: PathParams = {}): string {
    const segments = withAliases(template, this.#aliases)
      .split('/')
      .map((segment) => (segment.startsWith(':') ? encodeURIComponent(params[segment.slice(1)] ?? '') : segment));
    return `/${segments.join('/')}`;
  }

  /** The parameters of a URL that matches `template` under this base. Undefined for any other URL. */
  match(url: string, template: string): PathParams | undefined {
    const target = URL.parse(url, this.base);
    const base = new URL(this.base);
    if (target === null || target.origin !== base.origin || !target.pathname.startsWith(`${base.pathname}/`)) {
      return undefined;
    }
    const wanted = withAliases(template, this.#aliases).split('/');
    const found = target.pathname.slice(base.pathname.length + 1).split('/');
    if (wanted.length !== found.length) return undefined;
    const params: Record<string, string> = {};
    for (const [index, segment] of wanted.entries()) {
      const part = decodeSegment(found[index] ?? '');
      if (part === undefined) return undefined;
      if (segment.startsWith(':')) params[segment.slice(1)] = part;
      else if (segment !== part) return undefined;
    }
    return params;
  }
}

/** Decodes exactly once. Undefined if the escapes are broken. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
