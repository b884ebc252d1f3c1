import type { Call } from '../http/call/call.js';
import { page, readBatch } from '../http/call/paging.js';
import type { ApiResponse } from '../http/response/api-response.js';
import { ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import type { Json } from '../world/json.js';
import type { Settings } from '../world/settings.js';
import { formatInstant } from '../world/time-text.js';
import { logStore } from './log-store.js';
import type { AccessRecord, CallError, CarelinkError, Log, LogRecord, Logs } from './logs.js';

interface LogKind<Fields> {
  /** The path below `configuration/`. */
  readonly path: string;
  readonly type: string;
  /** A log does not exist if its integration does not. */
  readonly enabled?: (settings: Settings) => boolean;
  log(logs: Logs): Log<Fields>;
  show(fields: Fields): Readonly<Record<string, Json>>;
}

const allowApiErrors = (call: Call) => call.viewer.kind === 'apiUser' && call.viewer.permissions.has('apiErrors');

/** The routes of a list, and of its single records. */
function logRoutesOf<Fields extends { at: Date; message: string; extra: CallError['extra'] }>(
  kind: LogKind<Fields>,
): Route[] {
  const log = (call: Call) => (kind.enabled?.(call.settings) === false ? undefined : kind.log(logStore.of(call.world)));
  const path = `configuration/${kind.path}/:recordId`;
  const showRecord = (call: Call, { key, fields }: LogRecord<Fields>, linked: boolean): Json => ({
    '@url': call.urls.to(path, { recordId: key }),
    '@type': call.type(kind.type),
    datetime: formatInstant(fields.at),
    message: fields.message,
    extra: fields.extra?.map(({ name, message }) => ({ name, message })) ?? null,
    ...kind.show(fields),
    ...(linked ? { '@links': [] } : {}),
  });
  const list = (call: Call, target: Log<Fields>): ApiResponse => {
    const all = target.all();
    const { items, paging } = page(call.settings, all, readBatch(call));
    // This list fills `total`.
    const linked = call.settings.listItemLinks;
    return collection(
      items.map((record) => showRecord(call, record, linked)),
      { '@paging': paging(all.length) },
    );
  };
  return [
    route({
      path: `configuration/${kind.path}/items`,
      target: log,
      methods: { GET: { allow: allowApiErrors, respond: list } },
    }),
    route({
      path,
      target: (call) => log(call)?.find(call.param('recordId')),
      methods: { GET: { allow: allowApiErrors, respond: (call, record) => ok(showRecord(call, record, true)) } },
    }),
  ];
}

const showCallError = ({ userId, uri, code, payload }: CallError) => ({ user_id: userId, uri, code, payload });

export const logRoutes: readonly Route[] = [
  ...logRoutesOf<AccessRecord>({
    path: 'clientaccess/accesslog',
    // The documented type, though these records are no errors.
    type: 'error/record',
    log: (logs) => logs.access,
    show: ({ userId }) => ({ user_id: userId }),
  }),
  ...logRoutesOf<CallError>({
    path: 'apiusers/errorlog',
    type: 'error/api',
    log: (logs) => logs.api,
    show: showCallError,
  }),
  ...logRoutesOf<CarelinkError>({
    path: 'carelink/errorlog',
    type: 'error/carelink',
    enabled: (settings) => settings.carelink,
    log: (logs) => logs.carelink,
    show: (fields) => ({
      was_fatal: fields.wasFatal,
      event_id: fields.eventId,
      event_type: fields.eventType,
      resource_link: fields.resourceLink,
      patient_link: fields.patientLink,
    }),
  }),
  ...logRoutesOf<CallError>({
    path: 'hl7/errorlog',
    type: 'error/hl7',
    enabled: (settings) => settings.hl7,
    log: (logs) => logs.hl7,
    show: showCallError,
  }),
];
