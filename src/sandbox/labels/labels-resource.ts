import type { FieldTable } from '../fields/field-table.js';
import { string } from '../fields/value-type.js';
import { type ApiResponse, createdResponse, ok } from '../http/api-response.js';
import type { Call } from '../http/call.js';
import { collection } from '../http/collection.js';
import { page, readBatch } from '../http/paging.js';
import { patchResponse } from '../http/patch-response.js';
import { type Route, route } from '../http/route.js';
import { isStaff } from '../users/access.js';
import type { Json } from '../world/json.js';
import type { Label } from '../world/label-list.js';

const labelFields: FieldTable<{ label: string }> = [
  { name: 'identifier', readOnly: true },
  { name: 'label', type: string(), required: true },
];

const labelUrl = (call: Call, { identifier }: Label) =>
  call.urls.to('configuration/labels/:identifier', { identifier });

function show(call: Call, label: Label): Json {
  const { identifier, label: text } = label;
  return {
    '@url': labelUrl(call, label),
    '@type': call.type('configuration/label'),
    '@links': [],
    identifier,
    label: text,
  };
}

/** `start` and `limit` apply, but `@paging` is not shown. */
function list(call: Call): ApiResponse {
  const { items } = page(call.settings, call.world.labels.all(), readBatch(call));
  return collection(items.map((label) => show(call, label)));
}

function create(call: Call): ApiResponse {
  const { label: text = '' } = call.readBody(labelFields, 'create');
  const label = call.world.labels.create(text);
  return createdResponse(labelUrl(call, label), show(call, label));
}

/** Changes the text only. Users keep the label. */
function rename(call: Call, label: Label): ApiResponse {
  const { label: text } = call.readBody(labelFields, 'modify');
  label.label = text ?? label.label;
  return patchResponse(call, () => show(call, label));
}

/** Removes the label from all users that have it. */
function remove(call: Call, label: Label): ApiResponse {
  for (const user of call.world.users.all()) {
    if (user.kind === 'client' || user.kind === 'professional') {
      user.labels = user.labels.filter((identifier) => identifier !== label.identifier);
    }
  }
  call.world.labels.remove(label);
  return patchResponse(call, () => show(call, label));
}

const allow = (call: Call) => isStaff(call.viewer);

export const labelRoutes: readonly Route[] = [
  route({
    path: 'configuration/labels/items',
    target: (call) => call.world,
    methods: { GET: { allow, respond: list } },
  }),
  route({
    path: 'configuration/labels',
    target: (call) => call.world,
    methods: { POST: { allow, respond: create } },
  }),
  route({
    path: 'configuration/labels/:identifier',
    target: (call) => call.world.labels.find(call.param('identifier')),
    methods: {
      GET: { allow, respond: (call, label) => ok(show(call, label)) },
      PATCH: { allow, respond: rename },
      DELETE: { allow, respond: remove },
    },
  }),
];
