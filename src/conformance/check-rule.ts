import { type CareError, isCareError } from 'care-platform';
import { BrokenRule, NotReachable } from './checks.js';
import type { Reading } from './reading.js';
import type { ReadingRule } from './rule.js';

export type RuleOutcome = 'held' | 'not held' | 'not reachable' | 'not checked';

/** What the check of one rule found. It holds no token and no value of the platform. */
export interface RuleResult {
  readonly rule: ReadingRule;
  readonly outcome: RuleOutcome;
  /** Why it is not held, not reachable or not checked. */
  readonly text?: string;
  /** What the rule reports, such as limits of lists. */
  readonly findings: readonly string[];
  /** The error after which a rule could not be checked. */
  readonly failure?: CareError;
}

/** What the token may not do, and what the installation does not have, is no broken rule. */
const unreachableErrors = ['LinkNotFoundError', 'UnauthorizedError', 'ForbiddenError', 'NotFoundError'] as const;

/**
 * Checks one rule.
 *
 * @throws what is no error of the rule or the platform, such as the reason of an aborted signal
 */
export async function checkRule(rule: ReadingRule, reading: Reading): Promise<RuleResult> {
  const findings: string[] = [];
  try {
    await rule.check(reading, (finding) => findings.push(finding));
    return { rule, outcome: 'held', findings };
  } catch (error) {
    return { rule, findings, ...judgeError(error) };
  }
}

function judgeError(error: unknown): Pick<RuleResult, 'outcome' | 'text' | 'failure'> {
  if (error instanceof BrokenRule) return { outcome: 'not held', text: error.message };
  if (error instanceof NotReachable) return { outcome: 'not reachable', text: `${error.message}.` };
  if (error instanceof TypeError || error instanceof RangeError) {
    // Its message could quote the platform.
    return { outcome: 'not held', text: `A response has another form than the rule expects (${error.name}).` };
  }
  if (!isCareError(error) || error.name === 'ClosedError') throw error;
  const text = describeError(error);
  if (unreachableErrors.some((name) => error.name === name)) return { outcome: 'not reachable', text };
  return error.isTransient ? { outcome: 'not checked', text, failure: error } : { outcome: 'not held', text };
}

/** By its fields. The message of an error can quote the platform, which may name a patient. */
function describeError(error: CareError): string {
  const { name } = error;
  if (isCareError(error, 'ResponseValidationError')) {
    return `${name}: ${error.resource} is not as documented in ${error.problems.map(fieldPath).join(', ')}.`;
  }
  if (isCareError(error, 'LinkNotFoundError')) return `${name}: the link that the rule needs is missing.`;
  if (isCareError(error, 'ApiError')) return `${name}: ${error.method} ${error.target} responded with ${error.status}.`;
  if (isCareError(error, 'ConnectionError'))
    return `${name}: ${error.method} ${error.target} (${error.code ?? 'no code'}).`;
  if (isCareError(error, 'TimeoutError')) return `${name}: ${error.method} ${error.target} took too long.`;
  if (isCareError(error, 'UnexpectedResponseError')) {
    return `${name}: ${error.method} ${error.target} responded with ${error.status} and no JSON of the platform.`;
  }
  return `${name}.`;
}

/** Names of fields are documented words and numbers of items; anything else could be a value that is used as a name. */
function fieldPath({ name }: { readonly name: string }): string {
  return name.replace(/[^.[\]]+/g, (part) => (/^(?:@?[a-z][a-z_]{0,30}|\d{1,4})$/.test(part) ? part : '*'));
}
