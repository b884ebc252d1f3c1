import type { Call } from '../call/call.js';
import type { ApiResponse } from '../response/api-response.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation<Target> {
  /** Whether the viewer may do this to the target, otherwise 403. Default: every caller with a token may. */
  readonly allow?: (call: Call, target: Target) => boolean;
  /** `object` requires a JSON object, the default for POST and PATCH. `none` is an action without a body. */
  readonly body?: 'object' | 'none';
  readonly respond: (call: Call, target: Target) => ApiResponse | Promise<ApiResponse>;
}

export interface RouteDefinition<Target> {
  /** Relative to `{base_url}`, with `:name` for each parameter. The root is the empty path. */
  readonly path: string;
  /** Needs no token. Only the root is open. */
  readonly open?: boolean;
  /** Finds the target of the path. Undefined responds with 404. */
  readonly target: (call: Call) => Target | undefined;
  readonly methods: Readonly<Partial<Record<Method, Operation<Target>>>>;
}

/** An operation bound to the target of its path. */
export interface BoundOperation {
  readonly body: 'object' | 'none';
  allowed(): boolean;
  respond(): ApiResponse | Promise<ApiResponse>;
}

export interface Resolved {
  readonly methods: readonly string[];
  operation(method: string): BoundOperation | undefined;
}

export interface Route {
  readonly path: string;
  readonly open: boolean;
  /** Undefined if the path has no target. */
  resolve(call: Call): Resolved | undefined;
}

const takesBody = (method: string) => method === 'POST' || method === 'PATCH';

/**
 * A route checks in this order: the target (404), the method (405), the permission (403), the body (406), and the
 * operation itself (400).
 */
export function route<Target>(definition: RouteDefinition<Target>): Route {
  const operations = new Map<string, Operation<Target>>(Object.entries(definition.methods));
  return {
    path: definition.path,
    open: definition.open ?? false,
    resolve(call) {
      const target = definition.target(call);
      if (target === undefined) return undefined;
      return {
        methods: [...operations.keys()],
        operation(method) {
          const operation = operations.get(method);
          if (operation === undefined) return undefined;
          return {
            body: takesBody(method) ? (operation.body ?? 'object') : 'none',
            allowed: () => operation.allow?.(call, target) ?? true,
            respond: () => operation.respond(call, target),
          };
        },
      };
    },
  };
}
