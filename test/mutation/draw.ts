import { createHash } from 'node:crypto';
import { seeded } from '../support/busy-day.ts';

/** Lines that are drawn or left together. */
export const windowLines = 6;

/** A range of lines, both ends included. A mutant belongs to it if the whole mutant lies within. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Draw {
  readonly seed: string;
  /** Above 0, at most 1. */
  readonly share: number;
}

/**
 * The lines of a file that a draw takes. Windows next to each other become one stretch, so a share of 1 is the whole file.
 * Each file has its own draw by its name: a change in one file changes nothing in the others.
 */
export function drawStretches(file: string, source: string, { seed, share }: Draw): Stretch[] {
  const random = seeded(createHash('sha256').update(`${seed} ${file}`).digest().readInt32LE());
  const lines = source.split('\n').length;
  const stretches: Stretch[] = [];
  for (let from = 1; from <= lines; from += windowLines) {
    if (random() >= share) continue;
    const to = from + windowLines - 1;
    const last = stretches.at(-1);
    if (last?.to === from - 1) stretches.splice(-1, 1, { from: last.from, to });
    else stretches.push({ from, to });
  }
  return stretches;
}
