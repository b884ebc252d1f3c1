import * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import { Resource } from '../hypermedia/resource.js';
import { anyValue, optional, resourceSchema } from '../hypermedia/schema.js';
import { dateTime } from '../values/date-time.js';

// Not `z.catchall`, which would enlarge the first load.
const detail = new z.ZodMiniObject({
  type: 'object',
  shape: { name: z.string(), message: z.string() },
  catchall: anyValue,
}) as z.ZodMiniType as z.ZodMiniType<Omit<Problem, 'code'>>;
const extra = optional(z.array(detail));

/** A search outside a professional's caseload, or a temporary access request. */
export class ClientAccessRecord extends Resource<ClientAccessRecordData> {
  static override readonly type = 'error/record';
  /** @internal */
  static readonly readInstead: string = '`clientAccessLog()`';
  static override readonly schema = resourceSchema<ClientAccessRecordData>(() => ({
    datetime: dateTime,
    user_id: z.string(),
    message: z.string(),
    extra,
  }));
}

/** Attributes of a log record of an access. */
export interface ClientAccessRecordData {
  /** Time of the event. */
  readonly datetime: Date;
  /** Internal id of the user who caused it. */
  readonly user_id: string;
  /** In English. */
  readonly message: string;
  /** Details, such as client id, access type, intention or motivation, and search query. */
  readonly extra: readonly Omit<Problem, 'code'>[] | null;
}

/** A failed request to this API. It can contain private data: do not log its content. */
export class ApiErrorRecord extends Resource<ApiErrorRecordData> {
  static override readonly type: string = 'error/api';
  /** @internal */
  static readonly readInstead: string = '`apiErrors()`';
  static override readonly schema = resourceSchema<ApiErrorRecordData>(() => ({
    datetime: optional(dateTime),
    user_id: optional(z.string()),
    message: optional(z.string()),
    extra,
    uri: z.string(),
    code: z.number(),
    payload: optional(z.string()),
  }));
}

/** Attributes of a log record of a failed request. */
export interface ApiErrorRecordData {
  /** Time of the event. */
  readonly datetime: Date | null;
  /** Internal id of the user who caused it. */
  readonly user_id: string | null;
  /** In English. */
  readonly message: string | null;
  /** One entry per problem. */
  readonly extra: readonly Omit<Problem, 'code'>[] | null;
  /** The requested URI. It can contain a patient's id. */
  readonly uri: string;
  /** HTTP status. */
  readonly code: number;
  /** The original body of the request. */
  readonly payload: string | null;
}

/** A failed HL7 message, with the fields of an API error. It can contain private data. */
export class Hl7ErrorRecord extends ApiErrorRecord {
  /** @internal */
  static override readonly type = 'error/hl7';
  /** @internal */
  static override readonly readInstead = '`hl7Errors()`';
}

/** A failed message of the care integration. It can contain private data. */
export class CarelinkErrorRecord extends Resource<CarelinkErrorRecordData> {
  static override readonly type = 'error/carelink';
  /** @internal */
  static readonly readInstead: string = '`carelinkErrors()`';
  static override readonly schema = resourceSchema<CarelinkErrorRecordData>(() => ({
    datetime: optional(dateTime),
    was_fatal: z.boolean(),
    event_id: z.string(),
    event_type: z.string(),
    resource_link: z.string(),
    patient_link: z.string(),
    message: z.string(),
    extra,
  }));
}

/** Attributes of a log record of a failed message. */
export interface CarelinkErrorRecordData {
  /** Time of the event. */
  readonly datetime: Date | null;
  /** Whether the failure prevented all processing of the message. */
  readonly was_fatal: boolean;
  /** Id of the message. */
  readonly event_id: string;
  /** Type of the event, such as `patient.updated`. */
  readonly event_type: string;
  /** FHIR link. */
  readonly resource_link: string;
  /** FHIR link. */
  readonly patient_link: string;
  /** In English. */
  readonly message: string;
  /** One entry per problem. */
  readonly extra: readonly Omit<Problem, 'code'>[] | null;
}
