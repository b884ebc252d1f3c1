import type { UsageError } from '../../frame/exit-codes.js';

/** A row of the file of people. */
export interface PersonRow {
  /** Counted from 1. */
  readonly line: number;
  /** As it stands in the file: the sandbox checks it. */
  readonly person: unknown;
}

/** The error for a line that cannot be read. */
export type RefuseLine = (line: number, problem: string) => UsageError;

/** Gives the line of each place in a text. The places must come in ascending order. */
export function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let counted = 0;
  return (place) => {
    for (; counted < place; counted++) if (text[counted] === '\n') line += 1;
    return line;
  };
}
