import { printable } from '../../errors/printable.js';
import { listProblems } from '../../errors/problems.js';
import type { ErrorResponse, Problem, ProblemCode } from '../../errors.js';
import { type FailedResponse, type Redactor, redactorFor } from './redact-text.js';

/** A problem as the platform sends it. */
export type RawProblem = Omit<Problem, 'code'>;

export type RawDetails = Omit<ErrorResponse, 'problems'> & { readonly problems: readonly RawProblem[] };

/** The details of a response that an error keeps, and the end of its message. */
export interface ErrorDescription {
  readonly details: ErrorResponse;
  readonly explanation: string;
}

export function redactDetails(pending: FailedResponse, raw: RawDetails, text: string): ErrorDescription {
  const redact = redactorFor(pending);
  const details = {
    ...raw,
    reason: redact(raw.reason || pageTitle(text)),
    problems: raw.problems.map((problem, index) => redactProblem(problem, index, redact)),
  };
  const reason = [printable(details.reason), listProblems(details.problems)].filter((part) => part !== '').join('; ');
  const hint = hintFor(raw.status, text, pending.call.request.unauthorizedHint);
  const explanation = `${reason ? `: ${reason}` : ''}.${hint ? ` ${hint}` : ''}`;
  return { details, explanation: explanation.replace(/\.\.(?= |$)/, '.') };
}

/** Redacts an unexpected type of a body. */
export function redactType(pending: FailedResponse, type: string): string {
  return printable(redactorFor(pending)(type));
}

function hintFor(status: number, text: string, unauthorizedHint: string | undefined): string {
  if (status >= 500) return 'The platform or a gateway before it failed; it may work later.';
  // The platform's own gateway may enforce the limits, with a page of its own.
  if (isPage.test(text) && status !== 407 && status !== 429) return pageHint;
  return (status === 401 ? unauthorizedHint : undefined) ?? hints[status] ?? '';
}

const isPage = /^\s*<(?:!doctype|html|\?xml)/i;
const pageHint = "This is a page of a proxy or gateway on the way, not the platform's own response.";
const hints: Record<number, string> = {
  401: 'The token is missing, wrong or revoked, or its user is inactive.',
  403: 'The token is valid, but its user lacks the role or permission for this.',
  404: 'It does not exist, no longer exists, or the user has no access to the feature.',
  405: 'The platform does not offer this method there.',
  406: 'The platform could not decode the body.',
  407: "The proxy requires credentials. Add them to the proxy's URL.",
  408: 'The server or a gateway before it closed the connection, or gave up waiting for the request.',
  425: 'The server did not process it yet, since it may be a replay.',
  429: 'More than 30 requests a second or 20 connections came from this address: something else shares these limits.',
};

/** Removes the values that a problem quotes. Only the first 100, since an error keeps no more. */
function redactProblem({ name, message }: RawProblem, index: number, redact: Redactor): Problem {
  const code = codeOfText(message);
  if (index >= 100) return { name: '', message: '', code };
  return { name: redact(name, fieldName.test(name)), message: redact(message), code };
}

/** The texts of the platform are documented only in part, so words that other texts are likely to have count too. */
const codesOfTexts: readonly (readonly [RegExp, ProblemCode])[] = [
  [/required|missing|must not be (?:empty|blank|null)/i, 'required'],
  [/unknown (?:property|combine|attribute|field|option|parameter)/i, 'unknown-field'],
  [/unknown|not (?:one )?of (?:the )?(?:allowed|choices|options)/i, 'unknown-value'],
  [/already|in use|taken|exists|unique|duplicate/i, 'taken'],
  [/transferred as|must be an? |wrong type|expected an? /i, 'wrong-type'],
  [
    /too (?:long|short|large|small|big|high|low|many|few|early|late)|range|at (?:least|most)|maximum|minimum/i,
    'out-of-range',
  ],
  [/read-?only|cannot be (?:changed|set|modified)|not (?:editable|allowed to)/i, 'read-only'],
  [/not a valid|invalid|uppercase|format|malformed/i, 'invalid-format'],
];

function codeOfText(message: string): ProblemCode {
  return codesOfTexts.find(([pattern]) => pattern.test(message))?.[1] ?? 'invalid';
}

/** The platform names a rejected list item by its value. Digits and symbols belong to a person's data, not to a field. */
const fieldName = /^(?!.*\d{4})[@\p{L}][\p{L}\d_ .:-]*$/u;

/** Characters of a page that are searched for its title. */
const longestHead = 10_000;

/** The title of a gateway's page names the problem. The rest of a page may contain a person's data. */
function pageTitle(text: string): string {
  return /<title[^>]*>([^<]*)</i.exec(text.slice(0, longestHead))?.[1] ?? '';
}
