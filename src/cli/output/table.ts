import stringWidth from 'string-width';
import type { Shell } from '../frame/shell.js';
import { plainLine } from './fields.js';

const gap = 2;
/** A column is not made narrower than this to fit a terminal. */
const leastWidth = 8;

/** Lines of columns that fit the width of the terminal. The widths are those of the first rows, so that more can follow. */
export class Table {
  readonly #shell: Shell;
  readonly #heading: readonly string[];
  readonly #expected: readonly (readonly string[])[];
  #widths: readonly number[] | undefined;

  /** @param expected rows that make the columns wide enough for all that follow; default: the first ones */
  constructor(shell: Shell, heading: readonly string[], expected: readonly (readonly string[])[] = []) {
    this.#shell = shell;
    this.#heading = heading;
    this.#expected = expected;
  }

  /** The lines of rows. The first time, the heading is before them. */
  lines(rows: readonly (readonly string[])[]): string {
    const cells = rows.map((row) => row.map(plainLine));
    if (this.#widths !== undefined) return this.#draw(cells);
    this.#widths = fitWidths(columnWidths([this.#heading, ...this.#expected, ...cells]), this.#shell.columns);
    return this.#draw([this.#heading], (text) => this.#shell.style('bold', text)) + this.#draw(cells);
  }

  #draw(rows: readonly (readonly string[])[], style = (text: string) => text): string {
    const widths = this.#widths ?? [];
    const draw = (row: readonly string[]) =>
      row.map((cell, index) => pad(cut(cell, widths[index] ?? 0), index === row.length - 1 ? 0 : (widths[index] ?? 0)));
    return rows.map((row) => `${style(draw(row).join(' '.repeat(gap)).trimEnd())}\n`).join('');
  }
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const [first = []] = rows;
  return first.map((_, index) => Math.max(...rows.map((row) => stringWidth(row[index] ?? ''))));
}

/** Takes from the widest columns what is too much. */
function fitWidths(widths: number[], columns: number): number[] {
  const fitted = [...widths];
  const room = columns - gap * (widths.length - 1);
  let excess = fitted.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...fitted);
    if (widest <= leastWidth) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return fitted;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Cuts by what a person sees as one character: a letter with its accents, an emoji. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
