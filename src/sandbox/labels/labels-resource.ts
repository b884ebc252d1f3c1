import type { FieldTable } from '../fields/field-table.js';
import { string } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { page, readBatch } from '../http/call/paging.js';
import { type ApiResponse, creationResponse, ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { patchResponse } from '../http/response/patch-response.js';
import { type Route, route } from '../http/routing/route.js';
import { isStaff } from '../users/access/access.js';
import type { Json } from '../world/json.js';
import type { Label } from '../world/label-list.js';

const labelFields: FieldTable<{ label: string }> = [
  { name: 'identifier', readOnly: true },
  { name: 'label', type: string(), required: true },
];

const labelUrl = (call: Call, { identifier }: Label) =>
  call.urls.to('configuration/labels/:identifier', { identifier });

function showLabel(call: Call, label: Label): Json {
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
function listLabels(call: Call): ApiResponse {
  const { items } = page(call.settings, call.world.labels.all(), readBatch(call));
  return collection(items.map((label) => showLabel(call, label)));
}

function createLabel(call: Call): ApiResponse {
  const { label: text = '' } = call.readBody(labelFields, 'create');
  const label = call.world.labels.create(text);
  return creationResponse(labelUrl(call, label), showLabel(call, label));
}

/** Changes the text only. Users keep the label. */
function renameLabel(call: Call, label: Label): ApiResponse {
  const { label: text } = call.readBody(labelFields, 'modify');
  label.label = text ?? label.label;
  return patchResponse(call, () => showLabel(call, label));
}

/** Removes the label from all users that have it. */
function removeLabel(call: Call, label: Label): ApiResponse {
  for (const user of call.world.users.all()) {
    if (user.kind === 'client' || user.kind === 'professional') {
      user.labels = user.labels.filter((identifier) => identifier !== label.identifier);
    }
  }
  call.world.labels.remove(label);
  return patchResponse(call, () => showLabel(call, label));
}

const allowStaff = (call: Call) => isStaff(call.viewer);

export const labelRoutes: readonly Route[] = [
  route({
    path: 'configuration/labels/items',
    target: (call) => call.world,
    methods: { GET: { allow: allowStaff, respond: listLabels } },
  }),
  route({
    path: 'configuration/labels',
    target: (call) => call.world,
    methods: { POST: { allow: allowStaff, respond: createLabel } },
  }),
  route({
    path: 'configuration/labels/:identifier',
    target: (call) => call.world.labels.find(call.param('identifier')),
    methods: {
      GET: { allow: allowStaff, respond: (call, label) => ok(showLabel(call, label)) },
      PATCH: { allow: allowStaff, respond: renameLabel },
      DELETE: { allow: allowStaff, respond: removeLabel },
    },
  }),
];
