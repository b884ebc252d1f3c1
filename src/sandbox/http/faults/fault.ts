import type { ClockStep } from '../../world/clock.js';
import type { Json } from '../../world/json.js';

/** The effect of a fault. */
export type FaultEffect =
  /** This response instead of the platform's. With `afterWork` the platform does the work first. */
  | {
      kind: 'response';
      status: number;
      /** A text is sent as it is, anything else as JSON. */
      body?: Json | undefined;
      headers?: Readonly<Record<string, string>> | undefined;
      afterWork?: boolean | undefined;
    }
  /** An error page of a gateway, `text/html`. Default status 502. */
  | { kind: 'html'; status?: number | undefined; afterWork?: boolean | undefined }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 | undefined }
  /** The regular response, later. */
  | { kind: 'delay'; milliseconds: number }
  /** No response. `before`: the work was not done. `after`: it was done, and its response is lost. */
  | { kind: 'drop'; when: 'before' | 'after' }
  /** No response. The connection breaks at once, and the work is done later. */
  | { kind: 'late'; milliseconds: number }
  /**
   * The regular headers, but the connection breaks after `keep` bytes of the body (default: half; at most all but one).
   */
  | { kind: 'truncate'; keep?: number | undefined }
  /** No response until the caller gives up. */
  | { kind: 'stall'; when: 'before' | 'after' }
  /**
   * The regular response, its body in `pieces` (default 10) over `milliseconds`. If the size of the body is unknown, as of
   * a large compressed export, each of its chunks takes the time of one piece.
   */
  | { kind: 'slow'; milliseconds: number; pieces?: number | undefined };

/** Which requests a fault hits. Default: the next one. */
export interface FaultScope {
  /** How many requests it hits. Default 1, and `Infinity` with `for`. */
  times?: number | undefined;
  /**
   * How long it lasts, by the sandbox clock, from the moment when it is added: `{ seconds: 30 }` is an outage of half a
   * minute. It hits every matching request in that time, so it excludes `times`. A frozen clock has to be moved to end
   * it. At most 36,500 days.
   */
  for?: ClockStep | undefined;
  /** How many matching requests pass first. Requests that an earlier fault hits do not count. Default 0. */
  skip?: number | undefined;
  /**
   * From 0 to 1: the share of the matching requests that it hits, decided by the seed of the sandbox. The n-th request
   * of one method and path gets the same roll in every run. The chances of faults that match the same request add up.
   * Default: all.
   */
  chance?: number | undefined;
  /** A method in capitals, such as `POST`. Default: any. */
  method?: string | undefined;
  /** A path below the base URL without query, such as `/c/items`. A text must match the whole path. */
  path?: string | RegExp | undefined;
}

/** A fault, and the requests that it hits. */
export type Fault = FaultEffect & FaultScope;

/** What is left of a fault. */
export interface FaultLeft {
  /** How many matching requests pass before it hits one. */
  readonly skip: number;
  /** How many requests it hits after that. `Infinity` for a fault with `for`, which JSON writes as `null`. */
  readonly times: number;
  /** When it ends, by the sandbox clock. `null` for a fault without `for`. */
  readonly until: Date | null;
}

/** A fault as it was added, what is left of it, and the number that removes it. */
export type PendingFault = Fault & { readonly id: number; readonly left: FaultLeft };
