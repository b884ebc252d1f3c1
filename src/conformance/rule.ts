import type { Reading } from './reading.js';

/** A rule of the documentation that reading alone can show, so that any installation can be checked. */
export interface ReadingRule {
  /** Number and name of the section, such as `2.9-diary`. */
  readonly section: string;
  /** The ids of the rules, with commas between them. */
  readonly id: string;
  readonly sentence: string;
  /**
   * Throws a `BrokenRule`, a `NotReachable`, or an error of the library.
   *
   * @param report takes what was found, in a sentence for the report
   */
  check(reading: Reading, report: (finding: string) => void): Promise<void>;
}

type Entry = readonly [id: string, sentence: string, check: ReadingRule['check']];

/** The rules of a section. */
export function sectionRules(section: string, ...entries: readonly Entry[]): ReadingRule[] {
  return entries.map(([id, sentence, check]) => ({ section, id, sentence, check }));
}

/** The type of a kind, such as `client`, behind the prefix that all types of an installation share. */
export function typeOf({ care }: Reading, kind: string): string {
  return care.type.replace(/application$/, kind);
}
