import { printable } from './printable.js';

/** Why a field or option was rejected. A later release may add codes. The guide of errors describes each. */
export type ProblemCode =
  | 'conflict'
  | 'invalid'
  | 'invalid-format'
  | 'more'
  | 'out-of-range'
  | 'read-only'
  | 'required'
  | 'taken'
  | 'undocumented'
  | 'unknown-field'
  | 'unknown-value'
  | 'wrong-type'
  | (string & {});

/** One problem with one field or option, in the form that the platform uses in `extra` of an error body. */
export interface Problem {
  /** The field or option. */
  readonly name: string;
  /** A description in English, in the platform's words if it reported the problem. */
  readonly message: string;
  /** A fixed word for the reason, to choose a text of your own. */
  readonly code: ProblemCode;
}

const maxKept = 100;
const maxListed = 5;

/** The problems that an error keeps: at most 100. If there are more, the last entry is their number. */
export function keepProblems(problems: readonly Problem[]): readonly Problem[] {
  const kept = problems.slice(0, maxKept).map(printableProblem);
  const more = problems.length - maxKept + 1;
  if (more > 1) kept[maxKept - 1] = { name: '(more)', message: `And ${more} more.`, code: 'more' };
  return kept;
}

/** The first problems, as a message lists them, and the number of further ones. */
export function listProblems(problems: readonly Problem[], separator = '; '): string {
  const shown = problems.slice(0, maxListed).map(printableProblem);
  const more = problems.length - shown.length;
  const list = shown.map(({ name, message }) => `${name}: ${message}`).join(separator);
  return more > 0 ? `${list} And ${more} more.` : list;
}

function printableProblem({ name, message, code }: Problem): Problem {
  return { name: printable(name), message: printable(message, 500), code };
}
