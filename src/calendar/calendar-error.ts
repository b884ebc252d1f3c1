/**
 * The calendar cannot be read, or its occurrences cannot be computed. The message names property, line or zone, never a
 * text of the calendar's: titles can be about health. `isCareError()` knows it too.
 */
export class CalendarError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = 'CalendarError';

  /** @internal */
  get [Symbol.for('care-platform.error')](): true {
    return true;
  }
}
