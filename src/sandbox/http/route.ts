import type { Answer } from './answer.js';
import type { Call } from './call.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation<Target> {
  /** Whether the viewer may do this to the target; otherwise 403. Absent: everyone with a token. */
  readonly allow?: (call: Call, target: Target) => boolean;
  /** Default for POST and PATCH: `object`, a JSON object is needed. `none`: an action without a body. */
  readonly body?: 'object' | 'none';
  readonly answer: (call: Call, target: Target) => Answer | Promise<Answer>;
}

export interface RouteDefinition<Target> {
  /** Relative to `{base_url}`, with `:names` for the placeholders; the root is the empty path. */
  readonly path: string;
  /** Open without a token; only the root is (ROOT-5). */
  readonly open?: boolean;
  /** Finds what the path addresses; undefined answers 404. */
  readonly target: (call: Call) => Target | undefined;
  readonly methods: Readonly<Partial<Record<Method, Operation<Target>>>>;
}

/** An operation bound to the target its path was resolved to. */
export interface BoundOperation {
  readonly body: 'object' | 'none';
  allowed(): boolean;
  answer(): Answer | Promise<Answer>;
}

export interface Resolved {
  readonly methods: readonly string[];
  operation(method: string): BoundOperation | undefined;
}

export interface Route {
  readonly path: string;
  readonly open: boolean;
  /** Undefined when the path addresses nothing. */
  resolve(call: Call): Resolved | undefined;
}

const takesBody = (method: string) => method === 'POST' || method === 'PATCH';

/**
 * A route in the order of checks of GAP-9: the target first (404), then the method (405), the right (403), the body
 * (406), and only then the operation itself (400).
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
            answer: () => operation.answer(call, target),
          };
        },
      };
    },
  };
}
