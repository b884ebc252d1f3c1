import { schemaId } from '../diary/show-diary.js';
import type { FieldTable } from '../fields/field-table.js';
import { dayText, outOfBounds } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { type Batch, batchFields, page } from '../http/call/paging.js';
import { ok, textResponse } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { type Operation, type Route, route } from '../http/routing/route.js';
import { personWith, therapy } from '../users/access/own-resource.js';
import { invalidQuery } from '../world/failure.js';
import type { Json } from '../world/json.js';
import { formatInstant } from '../world/time-text.js';
import type { Client, Friend } from '../world/user.js';
import { icsCalendar } from './ics.js';
import { type Occurrence, occurrences } from './occurrence.js';
import { planStore } from './plan-store.js';
import type { Plan } from './plans.js';
import { millisecondsPerDay } from './zone.js';

type Owner = Client | Friend;

interface Window extends Batch {
  after: Date;
  before: Date;
}

const windowQuery: FieldTable<Window> = [
  ...batchFields,
  { name: 'after', type: dayText(), required: true },
  { name: 'before', type: dayText(), required: true },
];

interface PlannedEvent {
  readonly plan: Plan;
  readonly occurrence: Occurrence;
}

/** The wall clock day identifies an occurrence, since the window of a request cannot change it. */
const todoId = ({ local }: Occurrence): string => local.slice(0, 10).replaceAll('-', '');

function showTodo(call: Call, owner: Owner, { plan, occurrence }: PlannedEvent, linked: boolean): Json {
  const params = { userId: owner.key, planId: plan.key, todoId: todoId(occurrence) };
  return {
    '@url': call.urls.to('c/:userId/planning/:planId/:todoId', params),
    '@type': call.type('todo'),
    title: plan.title,
    topic: plan.topic,
    description: plan.description,
    visible: plan.visible,
    eta: formatInstant(new Date(occurrence.eta)),
    ...(linked ? { '@links': [] } : {}),
  };
}

const planningContainer: Operation<Owner> = {
  allow: therapy,
  respond: (call, owner) =>
    ok({
      '@url': call.urls.to('c/:userId/planning', { userId: owner.key }),
      '@type': call.type('planning'),
      '@links': ['ics', 'items'].map((name) => ({
        name,
        url: call.urls.to(`c/:userId/planning/${name}`, { userId: owner.key }),
      })),
    }),
};

/** Undocumented: `after` is included, `before` is not, by the UTC date of `eta`. Without `@paging`. */
const planningItems: Operation<Owner> = {
  allow: therapy,
  respond(call, owner) {
    const { after, before, start = null, limit = null } = call.readQuery(windowQuery);
    if (!after || !before) return collection([]);
    const { maxPlannedEvents, limitCap, listItemLinks } = call.settings;
    const wanted = (start ?? 0) + Math.min(limit ?? Infinity, limitCap?.size ?? Infinity);
    const planned: PlannedEvent[] = [];
    for (const event of eventsWithin(call, owner, { after, before })) {
      if (planned.length >= wanted) break;
      // Many series have no end. Without a bound one request could take a minute and block all others.
      if (planned.length >= maxPlannedEvents) throw tooFar();
      planned.push(event);
    }
    const shown = page(call.settings, planned, { start, limit }).items;
    return collection(shown.map((event) => showTodo(call, owner, event, listItemLinks)));
  },
};

const tooFar = () => invalidQuery({ name: 'before', message: outOfBounds });

/** All events of a window in order, computed one by one: the next is the earliest of all series. */
function* eventsWithin(
  call: Call,
  owner: Owner,
  { after, before }: Pick<Window, 'after' | 'before'>,
): Generator<PlannedEvent> {
  const series = planStore
    .of(call.world)
    .of(owner)
    .map((plan) => {
      const times = occurrences(plan, call.settings.zone, after.getTime(), before.getTime());
      return { plan, times, next: times.next().value };
    });
  while (true) {
    let earliest: (typeof series)[number] | undefined;
    for (const candidate of series) {
      if (candidate.next && (!earliest?.next || candidate.next.eta < earliest.next.eta)) earliest = candidate;
    }
    if (!earliest?.next) return;
    yield { plan: earliest.plan, occurrence: earliest.next };
    earliest.next = earliest.times.next().value;
  }
}

const ics: Operation<Owner> = {
  allow: therapy,
  respond(call, owner) {
    const todos = planStore
      .of(call.world)
      .of(owner)
      .map((plan) => ({
        uid: `${plan.key}@${new URL(call.urls.base).hostname}`,
        modified: plan.modified.getTime(),
        start: plan.start,
        repetition: plan.repetition,
        // Undocumented: an event without a title shows its topic, so there is always something to display.
        summary: plan.title ?? plan.topic,
        categories: plan.categories,
        schema: plan.schema === null ? null : schemaId(call, plan.schema),
      }));
    return textResponse(icsCalendar(todos, call.settings.zone), 'text/calendar;charset=utf-8');
  },
};

function eventAt(call: Call, owner: Owner): PlannedEvent | undefined {
  const plan = planStore
    .of(call.world)
    .of(owner)
    .find(({ key }) => key === call.param('planId'));
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(call.param('todoId')) ?? [];
  const near = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (plan === undefined || Number.isNaN(near)) return undefined;
  const nearby = [...occurrences(plan, call.settings.zone, near - millisecondsPerDay, near + 2 * millisecondsPerDay)];
  const occurrence = nearby.find((time) => todoId(time) === call.param('todoId'));
  return occurrence && { plan, occurrence };
}

const ownerOf = personWith('planning');

export const planningRoutes: readonly Route[] = [
  route({ path: 'c/:userId/planning', target: ownerOf, methods: { GET: planningContainer } }),
  route({ path: 'c/:userId/planning/items', target: ownerOf, methods: { GET: planningItems } }),
  route({ path: 'c/:userId/planning/ics', target: ownerOf, methods: { GET: ics } }),
  route({
    path: 'c/:userId/planning/:planId/:todoId',
    target(call) {
      const owner = ownerOf(call);
      const event = owner && eventAt(call, owner);
      return owner && event ? { owner, event } : undefined;
    },
    methods: {
      GET: {
        allow: (call, { owner }) => therapy(call, owner),
        respond: (call, { owner, event }) => ok(showTodo(call, owner, event, true)),
      },
    },
  }),
];
