import type { Json } from '../world/json.js';

/** What goes wrong. */
export type FaultEffect =
  /** This answer instead of the platform's. With `afterWork` the platform has done the work first. */
  | {
      kind: 'answer';
      status: number;
      /** A text is sent as it is, anything else as JSON. */
      body?: Json | undefined;
      headers?: Readonly<Record<string, string>> | undefined;
      afterWork?: boolean | undefined;
    }
  /** The page of a gateway, `text/html`; 502 unless said otherwise. */
  | { kind: 'html'; status?: number | undefined; afterWork?: boolean | undefined }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 | undefined }
  /** The right answer, later. */
  | { kind: 'delay'; milliseconds: number }
  /** No answer: `before` nothing was done, `after` the work was done and its answer is lost. */
  | { kind: 'drop'; when: 'before' | 'after' }
  /** No answer: the connection breaks at once, and the work is done that much later. */
  | { kind: 'late'; milliseconds: number }
  /** The right headers, but the connection breaks after `keep` bytes of the body (default: half; at most all but one). */
  | { kind: 'truncate'; keep?: number | undefined }
  /** Never answers, until the caller gives up. */
  | { kind: 'stall'; when: 'before' | 'after' }
  /** The right answer, its body in `pieces` (default 10) over `milliseconds`. */
  | { kind: 'slow'; milliseconds: number; pieces?: number | undefined };

/** Which requests are hit; without any of these the next one. */
export interface FaultScope {
  /** How many requests it hits. Default 1. */
  times?: number | undefined;
  /** How many matching requests pass first. Default 0. */
  skip?: number | undefined;
  /**
   * From 0 to 1: how many of the matching requests it hits, by the seed of the sandbox. The n-th request of one method and
   * path has the same luck in every run, and of the faults that match it the chances add up. Default: all.
   */
  chance?: number | undefined;
  /** Such as `POST`, in capitals. Default: any. */
  method?: string | undefined;
  /** Path below the base URL without query, such as `/c/items`; a text must match as a whole. */
  path?: string | RegExp | undefined;
}

/** What goes wrong, and for which requests. */
export type Fault = FaultEffect & FaultScope;
