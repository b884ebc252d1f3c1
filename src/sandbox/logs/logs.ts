import type { Problem } from '../world/failure.js';
import { keepNewest } from '../world/history.js';

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
  /** Key of the user. `null` if the call carried no valid token. */
  readonly userId: string | null;
  /** The URL that was called. */
  readonly uri: string;
  /** The HTTP status. */
  readonly code: number;
  /** The body of the request, `null` if there was none. */
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
  readonly #records: LogRecord<Fields>[] = [];
  readonly #size: () => number;
  #made = 0;

  /** `size`: the maximum number of records. */
  constructor(size: () => number) {
    this.#size = size;
  }

  add(fields: Fields): LogRecord<Fields> {
    this.#made += 1;
    const record = { key: String(this.#made), fields };
    keepNewest(this.#records, record, this.#size());
    return record;
  }

  all(): readonly LogRecord<Fields>[] {
    return this.#records;
  }

  find(key: string): LogRecord<Fields> | undefined {
    return this.#records.find((record) => record.key === key);
  }
}

export class Logs {
  readonly access: Log<AccessRecord>;
  readonly api: Log<CallError>;
  readonly carelink: Log<CarelinkError>;
  readonly hl7: Log<CallError>;

  constructor(size: () => number) {
    this.access = new Log(size);
    this.api = new Log(size);
    this.carelink = new Log(size);
    this.hl7 = new Log(size);
  }
}
