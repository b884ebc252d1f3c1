import type { Problem } from '../world/failure.js';
import { keepNewest } from '../world/history.js';
import type { Memory } from '../world/memory.js';
import type { World } from '../world/world.js';

interface RecordFields {
  /** When it happened. */
  readonly at: Date;
  /** A message in English. */
  readonly message: string;
  /** Details, as names and texts. */
  readonly extra: readonly Problem[] | null;
}

/** A search or an access outside a user's own caseload. */
export interface AccessRecord extends RecordFields {
  /** Key of the user. */
  readonly userId: string;
}

/** An error of an API call or of an HL7 message. Both have the same attributes. */
export interface CallError extends RecordFields {
  /** Key of the user. `null` if the call carried no valid token, or a limit refused it. */
  readonly userId: string | null;
  /** The URL that was called. */
  readonly uri: string;
  /** The HTTP status. */
  readonly code: number;
  /** The body of the request. A call that fails logs its first 16,384 bytes. `null` if no body was read. */
  readonly payload: string | null;
}

/** An error of the care integration. */
export interface CarelinkError extends RecordFields {
  /** Whether the message was dropped. */
  readonly wasFatal: boolean;
  /** Identifies the message. */
  readonly eventId: string;
  /** The type of the event, such as `patient.updated`. */
  readonly eventType: string;
  /** The URL of the resource in the message. */
  readonly resourceLink: string;
  /** The URL of the patient in the message. */
  readonly patientLink: string;
}

export interface LogRecord<Fields> {
  readonly key: string;
  readonly fields: Fields;
}

/** Records in creation order. */
export class Log<Fields> {
  readonly #kept: { made: number; readonly records: LogRecord<Fields>[] };
  readonly #size: () => number;

  /** `size`: the maximum number of records. */
  constructor(name: string, memory: Memory, size: () => number) {
    this.#kept = memory.part(`logs.${name}`, () => ({ made: 0, records: [] }));
    this.#size = size;
  }

  add(fields: Fields): LogRecord<Fields> {
    this.#kept.made += 1;
    const record = { key: String(this.#kept.made), fields };
    keepNewest(this.#kept.records, record, this.#size());
    return record;
  }

  all(): readonly LogRecord<Fields>[] {
    return this.#kept.records;
  }

  find(key: string): LogRecord<Fields> | undefined {
    return this.#kept.records.find((record) => record.key === key);
  }
}

export class Logs {
  readonly access: Log<AccessRecord>;
  readonly api: Log<CallError>;
  readonly carelink: Log<CarelinkError>;
  readonly hl7: Log<CallError>;

  constructor({ memory, settings }: World) {
    const size = () => settings.historySize;
    this.access = new Log('access', memory, size);
    this.api = new Log('api', memory, size);
    this.carelink = new Log('carelink', memory, size);
    this.hl7 = new Log('hl7', memory, size);
  }
}
