import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { Query } from '../hypermedia/link-target.js';
import type { Collection } from '../hypermedia/lists/collection.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { Resource } from '../hypermedia/resource.js';
import { optional, resourceSchema } from '../hypermedia/schema.js';
import { dateInput, dateTime } from '../values/date-time.js';

/** A user's planning: the events of some days, or all events as a calendar. */
export class Planning extends Resource<PlanningData, { items: Collection<PlannedEvent> }> {
  static override readonly type = 'planning';
  static override readonly schema = resourceSchema<PlanningData>(() => ({}));

  /** Each occurrence is an item. One request when iterated. It is not documented whether the bounds are inclusive. */
  plannedEvents(query: PlannedEventQuery, options: RequestOptions = {}): Collection<PlannedEvent> {
    return this.list('items', {}, options, plannedEventList(query));
  }

  /** The calendar as ICS text. Lines are unfolded. Times are in the application's time zone. One request. */
  async calendar(options: RequestOptions = {}): Promise<string> {
    return this.readText('ics', 'text/calendar', options);
  }
}

export type PlanningData = Record<never, never>;

/** One occurrence of an event in a user's planning. */
export class PlannedEvent extends Resource<PlannedEventData> {
  static override readonly type = 'todo';
  /** @internal */
  static readonly readInstead: string = '`plannedEvents()`';
  static override readonly schema = resourceSchema<PlannedEventData>(() => ({
    title: optional(z.string()),
    topic: z.string(),
    description: z.string(),
    visible: z.boolean(),
    eta: dateTime,
  }));
}

/** Attributes of a planned event. */
export interface PlannedEventData {
  /** Title to show to users. */
  readonly title: string | null;
  /** What the event belongs to. */
  readonly topic: string;
  /** Plain text. */
  readonly description: string;
  /** Whether the user sees it. */
  readonly visible: boolean;
  /** Time when this occurrence is due. */
  readonly eta: Date;
}

/** Selects events. Both bounds are required, since some events recur without end. */
export interface PlannedEventQuery {
  /** `yyyy-mm-dd` */
  readonly after: string;
  /** `yyyy-mm-dd` */
  readonly before: string;
}

const plannedEventBounds = inputSchema<PlannedEventQuery>({ after: dateInput, before: dateInput });

/** Checks the query of planned events. */
export function plannedEventList(query: PlannedEventQuery) {
  const bounds = checkInput(plannedEventBounds, query, 'planned events') as Query;
  return { batched: false, item: PlannedEvent, query: bounds };
}
