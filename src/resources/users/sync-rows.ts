import { InputError } from '../../errors.js';
import { checkObject, cloneInput } from '../../hypermedia/input.js';
import { idSegment } from './user-address.js';

/** Source of rows: a list, or a reader of a file or a database. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** @throws InputError if they cannot be iterated */
export function checkRows(rows: unknown, what: string): void {
  if (typeof rows === 'object' && rows !== null && (Symbol.asyncIterator in rows || Symbol.iterator in rows)) return;
  throw InputError.of(`sync of ${what}s`, 'rows', 'Must be a list, an iterable or an async iterable.', 'wrong-type');
}

/** Checks the external id of each row. Each user may have only one row. It remembers whom the rows are about. */
export class RowCheck {
  readonly #what: string;
  readonly #indexOf = new Map<string, number>();
  readonly #emails = new Set<string>();
  #unusable = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** Number of rows without a usable external id. */
  get unusable(): number {
    return this.#unusable;
  }

  /**
   * Whether a row has that external id, or that email under another id: a person who got a new number. Also if the row
   * failed.
   */
  has(id: string, email: string): boolean {
    return this.#indexOf.has(id) || this.#emails.has(email.toLowerCase());
  }

  /**
   * Returns a copy of the row: a reader may use the same object for the next row.
   *
   * @throws InputError if it has no external id, or the id of an earlier row
   */
  take<Row extends { readonly id: string; readonly email?: string | undefined }>(row: Row, index: number): Row {
    this.#unusable++;
    checkObject(row, this.#what);
    const taken = cloneInput(row);
    idSegment(taken.id, this.#what);
    this.#unusable--;
    if (typeof taken.email === 'string') this.#emails.add(taken.email.toLowerCase());
    const first = this.#indexOf.get(taken.id);
    if (first !== undefined)
      throw InputError.of(this.#what, 'id', `The row with index ${first} has the same.`, 'taken');
    this.#indexOf.set(taken.id, index);
    return taken;
  }
}

/** The external id of an unchecked row. */
export function idOf(row: unknown): string | undefined {
  const { id }: { id?: unknown } = Object(row);
  return typeof id === 'string' ? id : undefined;
}
