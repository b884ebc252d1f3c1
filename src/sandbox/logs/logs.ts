import type { Problem } from '../world/failure.js';
import { keepNewest } from '../world/history.js';

interface RecordFields {
  /** When it happened. */
  readonly at: Date;
  /** In English. */
  readonly message: string;
  /** More about it, as name and text. */
  readonly extra: readonly Problem[] | null;
}

/** LOG-1, LOG-2, LOG-12: who searched for or opened what, outside the own caseload. */
export interface AccessRecord extends RecordFields {
  /** Key of the user who did it. */
  readonly userId: string;
}

/** LOG-3 to LOG-6, LOG-11: the errors of API calls and those of HL7 messages look the same. */
export interface CallError extends RecordFields {
  /** `null` when the call carried no valid token. */
  readonly userId: string | null;
  /** The URL that was called. */
  readonly uri: string;
  /** The HTTP status. */
  readonly code: number;
  /** The body that was sent, `null` where there was none. */
  readonly payload: string | null;
}

/** LOG-7 to LOG-10. */
export interface CarelinkError extends RecordFields {
  /** Whether the message was given up. */
  readonly wasFatal: boolean;
  /** Identifies the message. */
  readonly eventId: string;
  /** Such as `patient.updated`. */
  readonly eventType: string;
  /** The URL of what the message was about. */
  readonly resourceLink: string;
  /** The URL of whom it was about. */
  readonly patientLink: string;
}

export interface Logged<Fields> {
  readonly key: string;
  readonly fields: Fields;
}

/** Records in the order they were made (GAP-11). */
export class Log<Fields> {
  readonly #records: Logged<Fields>[] = [];
  readonly #size: () => number;
  #made = 0;

  /** `size`: how many records it keeps. */
  constructor(size: () => number) {
    this.#size = size;
  }

  add(fields: Fields): Logged<Fields> {
    this.#made += 1;
    const record = { key: String(this.#made), fields };
    keepNewest(this.#records, record, this.#size());
    return record;
  }

  all(): readonly Logged<Fields>[] {
    return this.#records;
  }

  find(key: string): Logged<Fields> | undefined {
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
