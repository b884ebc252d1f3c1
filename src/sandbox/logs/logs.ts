import type { Problem } from '../http/failure.js';

interface RecordFields {
  readonly at: Date;
  readonly message: string;
  readonly extra: readonly Problem[] | null;
}

/** LOG-1, LOG-2, LOG-12: who searched for or opened what, outside the own caseload. */
export interface AccessRecord extends RecordFields {
  readonly userId: string;
}

/** LOG-3 to LOG-6, LOG-11: the errors of API calls and those of HL7 messages look the same. */
export interface CallError extends RecordFields {
  /** `null` when the call carried no valid token. */
  readonly userId: string | null;
  readonly uri: string;
  readonly code: number;
  readonly payload: string | null;
}

/** LOG-7 to LOG-10. */
export interface CarelinkError extends RecordFields {
  readonly wasFatal: boolean;
  readonly eventId: string;
  readonly eventType: string;
  readonly resourceLink: string;
  readonly patientLink: string;
}

export interface Logged<Fields> {
  readonly key: string;
  readonly fields: Fields;
}

/** Records in the order they were made (GAP-11). */
export class Log<Fields> {
  readonly #records: Logged<Fields>[] = [];

  add(fields: Fields): Logged<Fields> {
    const record = { key: String(this.#records.length + 1), fields };
    this.#records.push(record);
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
  readonly access = new Log<AccessRecord>();
  readonly api = new Log<CallError>();
  readonly carelink = new Log<CarelinkError>();
  readonly hl7 = new Log<CallError>();
}
