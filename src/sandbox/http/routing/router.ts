import { TrieRouter } from 'hono/router/trie-router';
import { decodeSegment, type PathAliases, type PathParams, withAliases } from '../call/urls.js';
import type { Route } from './route.js';

export interface RouteMatch {
  readonly route: Route;
  readonly params: PathParams;
}

/** Finds the route of a path. Parameters are decoded exactly once, after matching. */
export class Router {
  readonly #router = new TrieRouter<Route>();

  constructor(routes: readonly Route[], aliases: PathAliases) {
    for (const route of routes) this.#router.add('ALL', `/${withAliases(route.path, aliases)}`, route);
  }

  /** `path` is below the base, starts with a slash and is still percent-encoded. */
  match(path: string): RouteMatch | undefined {
    const [matches] = this.#router.match('ALL', path);
    // `/c/items` also matches `/c/:userId`. The route with fewer parameters wins.
    const best = matches.toSorted(([, a], [, b]) => Object.keys(a).length - Object.keys(b).length)[0];
    if (best === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [name, raw] of Object.entries(best[1])) {
      const value = decodeSegment(String(raw));
      if (value === undefined || value === '') return undefined;
      params[name] = value;
    }
    return { route: best[0], params };
  }
}
