import { CalendarError } from './calendar-error.js';

/** Far more than any planning has: every minute of two months, or every day of 270 years. It takes about a second. */
const maxSteps = 100_000;

/** Limits the steps of reading one calendar: listed values, candidate times of rules, occurrences. */
export class Budget {
  #left: number;

  /** Each todo adds some steps, so that a long calendar of simple todos can be read. */
  constructor(todos: number) {
    this.#left = maxSteps + 100 * todos;
  }

  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new CalendarError('The calendar has too many occurrences or listed values to compute for this window.');
    }
  }

  /** If `true`, an error concerns the whole calendar: nothing more can be computed. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
}
