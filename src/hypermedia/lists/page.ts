import type { PlainPage } from '../plain.js';

/** Items of one request. */
export class Page<Item> {
  /** The items of this page, without items that earlier pages contained. */
  readonly items: readonly Item[];
  /** Number of items of the list, also of those that `filter` leaves out; `null` if the platform does not report it. */
  readonly total: number | null;

  /** @internal */
  constructor(items: readonly Item[], total: number | null) {
    this.items = items;
    this.total = total;
  }

  /** The page as plain JSON, which `care.restore` makes a page of again. Makes no request. */
  toPlain(): PlainPage<Item> {
    return { items: this.items.map((item) => (item as Plainable).toPlain()), total: this.total } as PlainPage<Item>;
  }
}

interface Plainable {
  toPlain(): unknown;
}
