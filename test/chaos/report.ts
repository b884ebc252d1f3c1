/** What one run measured, and the bounds that it broke, each as a sentence. */
export interface Report {
  readonly figures: readonly (readonly [name: string, value: string | number])[];
  readonly broken: readonly string[];
}

/** Collects both. */
export class Findings {
  readonly figures: (readonly [string, string | number])[] = [];
  readonly broken: string[] = [];

  figure(name: string, value: string | number): void {
    this.figures.push([name, value]);
  }

  /** @param holds what must be */
  bound(sentence: string, holds: boolean): void {
    if (!holds) this.broken.push(sentence);
  }
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
