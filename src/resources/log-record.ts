import * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import { Resource } from '../hypermedia/resource.js';
import { anyValue, optional, resourceSchema } from '../hypermedia/schema.js';
import { dateTime } from '../values/date-time.js';

const extra = optional(z.array(z.catchall(z.object({ name: z.string(), message: z.string() }), anyValue)));

/** A search outside a professional's caseload, or a temporary access request. */
export class ClientAccessRecord extends Resource<ClientAccessRecordData> {
  static override readonly type = 'error/record';
  /** @internal */
  static readonly readInstead: string = '`clientAccessLog()`';
  static override readonly schema = resourceSchema<ClientAccessRecordData>({
    datetime: dateTime,
    user_id: z.string(),
    message: z.string(),
    extra,
  });
}

/** What is told of an access. */
export interface ClientAccessRecordData {
  /** When it was. */
  readonly datetime: Date;
  /** Internal id of the user who caused it. */
  readonly user_id: string;
  /** In English. */
  readonly message: string;
  /** Such as client id, access type, intention or motivation, and a search query. */
  readonly extra: readonly Problem[] | null;
}

/** A failed request to this API. Can hold private data: do not log what is in it. */
export class ApiErrorRecord extends Resource<ApiErrorRecordData> {
  static override readonly type: string = 'error/api';
  /** @internal */
  static readonly readInstead: string = '`apiErrors()`';
  static override readonly schema = resourceSchema<ApiErrorRecordData>({
    datetime: optional(dateTime),
    user_id: optional(z.string()),
    message: optional(z.string()),
    extra,
    uri: z.string(),
    code: z.number(),
    payload: optional(z.string()),
  });
}

/** What is told of a failed call. */
export interface ApiErrorRecordData {
  /** When it was. */
  readonly datetime: Date | null;
  /** Internal id of the user who caused it. */
  readonly user_id: string | null;
  /** In English. */
  readonly message: string | null;
  /** One for each thing that was wrong. */
  readonly extra: readonly Problem[] | null;
  /** What was called. Can hold a patient's id. */
  readonly uri: string;
  /** HTTP status. */
  readonly code: number;
  /** The original payload. */
  readonly payload: string | null;
}

/** A failed HL7 message; it has the fields of an API error. Can hold private data. */
export class Hl7ErrorRecord extends ApiErrorRecord {
  /** @internal */
  static override readonly type = 'error/hl7';
  /** @internal */
  static override readonly readInstead = '`hl7Errors()`';
}

/** A failed message of the care integration. Can hold private data. */
export class CarelinkErrorRecord extends Resource<CarelinkErrorRecordData> {
  static override readonly type = 'error/carelink';
  /** @internal */
  static readonly readInstead: string = '`carelinkErrors()`';
  static override readonly schema = resourceSchema<CarelinkErrorRecordData>({
    datetime: optional(dateTime),
    was_fatal: z.boolean(),
    event_id: z.string(),
    event_type: z.string(),
    resource_link: z.string(),
    patient_link: z.string(),
    message: z.string(),
    extra,
  });
}

/** What is told of a message that failed. */
export interface CarelinkErrorRecordData {
  /** When it was. */
  readonly datetime: Date | null;
  /** Whether it kept the message from being processed at all. */
  readonly was_fatal: boolean;
  /** Identifies the message. */
  readonly event_id: string;
  /** Such as `patient.updated`. */
  readonly event_type: string;
  /** FHIR link. */
  readonly resource_link: string;
  /** FHIR link. */
  readonly patient_link: string;
  /** In English. */
  readonly message: string;
  /** One for each thing that was wrong. */
  readonly extra: readonly Problem[] | null;
}
