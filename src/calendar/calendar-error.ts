import { brandName, errorToJson } from '../runtime/branded-error.js';

/**
 * The calendar cannot be read, or its occurrences cannot be computed. The message names a property, line or zone. It never
 * contains text of the calendar, since titles can be about health. `isCareError()` recognises it too.
 */
export class CalendarError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = brandName(this, 'CalendarError');
  /** The property that caused it, such as `DTSTART`, or the parameter `TZID`. `null` if no single property did. */
  readonly property: string | null;

  constructor(message: string, property: string | null = null) {
    super(message);
    this.property = property;
  }

  /** Always `false`: the same calendar cannot be read later either. */
  get isTransient(): boolean {
    return false;
  }

  /** Always `undefined`: a calendar creates nothing. */
  resourceUrl(): string | undefined {
    return undefined;
  }

  /** For `JSON.stringify`: name, message and fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}
