import { InputError } from '../../errors.js';
import { hasMethod } from '../../runtime/shape.js';
import type { OpenThrottle } from './interface.js';
import { type Limits, limitNames, limitsFrom } from './options.js';
import { RequestThrottle, type Throttle, type ThrottleOptions } from './throttle.js';

/** A connection's share of the throttle of its origin. */
export interface ThrottleShare {
  readonly throttle: Throttle;
  /** Ends the share. To be called when the connection is closed. Further calls do nothing. */
  leave(): void;
}

/**
 * The entry of one origin in the process-wide map. The first copy of this package that connects creates it: ESM or CommonJS,
 * of any minor version. So the other copies use only this interface.
 */
export interface SharedEntry {
  /** Throws an InputError if `wanted` does not fit the present connections. The caller must have checked its form. */
  join(wanted: ThrottleOptions | Throttle | OpenThrottle, warn: (message: string) => void): ThrottleShare;
  /** `true` if no connection shares it and its requests have drained from the server's bucket. */
  isIdle(): boolean;
}

interface Member {
  /** `undefined` for a connection without a throttle, or with a throttle of its own. */
  readonly limits?: Limits;
  readonly warn: (message: string) => void;
}

/** The one throttle of an origin. Its limits are the lowest that any connection requests. */
export class SharedThrottle implements SharedEntry {
  readonly #origin: string;
  readonly #throttled = new Set<Member>();
  readonly #unthrottled = new Set<Member>();
  #builtIn: RequestThrottle | undefined;
  /** The custom throttle that a connection was given. */
  #custom: Throttle | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  join(wanted: ThrottleOptions | Throttle | OpenThrottle, warn: (message: string) => void): ThrottleShare {
    if (isThrottle(wanted) && this.#throttled.size > 0 && this.#custom !== wanted) {
      refuseThrottle(`Must be that of the other connections to ${this.#origin}: pass it, or close them first.`);
    }
    if ('delaysNothing' in wanted) return this.#share(wanted, this.#unthrottled, { warn });
    if (this.#unthrottled.size > 0) {
      warn(`Another connection to ${this.#origin} has \`throttle: false\`: its requests count, but are not throttled.`);
    }
    if (!isThrottle(wanted)) return this.#joinWithin(wanted, warn);
    this.#custom = wanted;
    return this.#share(wanted, this.#throttled, { warn });
  }

  isIdle(): boolean {
    return this.#throttled.size === 0 && this.#unthrottled.size === 0 && (this.#builtIn?.isIdle() ?? true);
  }

  #joinWithin(options: ThrottleOptions, warn: Member['warn']): ThrottleShare {
    const limits = limitsFrom(options);
    if (this.#custom) {
      const ignored = Object.keys(options).length > 0;
      if (ignored)
        warn(`The limits of \`throttle\` are ignored: another connection to ${this.#origin} has its own throttle.`);
      return this.#share(this.#custom, this.#throttled, { warn });
    }
    this.#builtIn ??= new RequestThrottle(limits);
    const share = this.#share(this.#builtIn, this.#throttled, { limits, warn });
    const lowest = this.#applyLowest(this.#builtIn);
    for (const name of limitNames) {
      if (limits[name] > lowest[name]) {
        const kept = `stays ${lowest[name]}, as another connection to ${this.#origin} requires`;
        warn(`throttle.${name} ${kept}; this connection alone would get ${limits[name]}.`);
      }
    }
    return share;
  }

  #share(throttle: Throttle, members: Set<Member>, member: Member): ThrottleShare {
    members.add(member);
    return {
      throttle,
      leave: () => {
        if (!members.delete(member)) return;
        if (this.#throttled.size === 0) this.#custom = undefined;
        else this.#raise();
      },
    };
  }

  #raise(): void {
    if (!this.#builtIn || this.#custom) return;
    const before = this.#builtIn.limits;
    const after = this.#applyLowest(this.#builtIn);
    const raised = limitNames.filter((name) => after[name] > before[name]);
    if (raised.length === 0) return;
    const changes = raised.map((name) => `throttle.${name} from ${before[name]} to ${after[name]}`).join(', ');
    for (const { warn } of this.#throttled) {
      warn(`Raised for ${this.#origin}, since the connection with lower limits was closed: ${changes}.`);
    }
  }

  #applyLowest(throttle: RequestThrottle): Limits {
    const wanted = [...this.#throttled].flatMap(({ limits }) => limits ?? []);
    const lowest = limitNames.map((name) => [name, Math.min(...wanted.map((limits) => limits[name]))]);
    throttle.limits = Object.fromEntries(lowest) as Limits;
    return throttle.limits;
  }
}

/** `true` for a throttle. No option of a limit is named `acquire`. */
export function isThrottle(wanted: object): wanted is Throttle {
  return hasMethods(wanted, 'acquire');
}

/** Checked by its methods, since another copy of this package or other code may have created it. */
export function isSharedEntry(found: unknown): found is SharedEntry {
  return hasMethods(found, 'join', 'isIdle');
}

export function isThrottleShare(found: ThrottleShare | undefined): found is ThrottleShare {
  return hasMethods(found, 'leave') && hasMethods(found.throttle, ...throttleMethods);
}

export const throttleMethods = [
  'acquire',
  'rateLimited',
  'release',
  'stats',
] as const satisfies readonly (keyof Throttle)[];

function hasMethods(found: unknown, ...names: readonly string[]): found is object {
  return names.every((name) => hasMethod(found, name));
}

export function refuseThrottle(message: string): never {
  throw InputError.of('options', 'throttle', message);
}
