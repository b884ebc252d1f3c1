import { CalendarError } from './calendar-error.js';

/** Far more than any planning has, and looked at in about a second: every minute of two months, or every day of 270 years. */
const MOST_STEPS = 100_000;

/** The steps that one reading of a calendar may take: listed values, times that rules are asked for, occurrences. */
export class Budget {
  #left: number;

  /** With some more for each todo, so that a long calendar of simple todos can be read. */
  constructor(todos: number) {
    this.#left = MOST_STEPS + 100 * todos;
  }

  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new CalendarError('The calendar has too many occurrences or listed values to compute for this window.');
    }
  }

  /** An error is then that of the whole calendar: nothing more can be computed. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
}
