import { errorToJson, named } from '../runtime/branded-error.js';

/**
 * The calendar cannot be read, or its occurrences cannot be computed. The message names property, line or zone, never a
 * text of the calendar's: titles can be about health. `isCareError()` knows it too.
 */
export class CalendarError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = named(this, 'CalendarError');
  /** The property that is the reason, such as `DTSTART`, or the parameter `TZID`. `null` if it is no single one. */
  readonly property: string | null;

  constructor(message: string, property: string | null = null) {
    super(message);
    this.property = property;
  }

  /** For `JSON.stringify`: name, message and fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}
