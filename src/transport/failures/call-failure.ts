import {
  type CareError,
  ClosedError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedResponseError,
  type WaitedFor,
} from '../../errors.js';
import { type CallDescription, subject } from './description.js';

/** How far an attempt got. */
export type Stage = 'token' | 'throttle' | 'response' | 'body' | 'bytes';

function wasSent(stage: Stage): boolean {
  return stage !== 'token' && stage !== 'throttle';
}

/** What is known of a response whose body did not end. */
export interface BegunResponse {
  readonly status: number;
  /** The URL that it names. */
  readonly resourceUrl?: string | undefined;
}

/**
 * A time limit of one attempt is over.
 *
 * @param limit the limit and the advice, which complete the sentence
 */
export function timeoutFailure(
  about: CallDescription,
  stage: Stage,
  limit: string,
  response?: BegunResponse,
): TimeoutError {
  const waitedFor: WaitedFor = stage === 'throttle' ? 'token' : stage;
  const message = `${subject(about)} timed out: ${late[waitedFor]} within ${limit}.`;
  return new TimeoutError(message, about, { waitedFor, mayHaveArrived: wasSent(stage), ...response });
}

const late: Record<Exclude<WaitedFor, 'call'>, string> = {
  token: 'the `token` function returned no token',
  response: 'no response began',
  body: 'a response began, but its body did not end',
  bytes: 'no further byte of the body came',
};

/** The deadline of the call is over. `cause` is the failure of the previous attempt, if there was one. */
export function deadlineFailure(
  about: CallDescription,
  milliseconds: number | undefined,
  stage: Stage,
  cause: unknown,
  response?: BegunResponse,
): TimeoutError {
  const state = wasSent(stage) ? 'its attempt was aborted' : `it waited for the ${stage}`;
  return new TimeoutError(
    `${subject(about)} did not end within its \`deadline\` of ${milliseconds} ms: ${state}; requests sent: ${about.attempts}, waited ${about.waited} ms.`,
    about,
    { waitedFor: 'call', mayHaveArrived: wasSent(stage), cause, ...response },
  );
}

export function closeFailure(about: CallDescription): ClosedError {
  const note = about.attempts === 0 || about.method === 'GET' ? '' : ' It may have been applied.';
  return new ClosedError(`The connection was closed with \`close()\` before ${subject(about)} ended.${note}`, about);
}

/** Follows `why` if the response is not the platform's. */
export const notOfPlatform =
  ". This is not the platform's own response: check the base URL, and the gateways before the platform";

/**
 * A response came, but is unusable. `why` completes the sentence. The status is 0 if `fetch` returned no response, or if a
 * browser hides it.
 *
 * @param cutOff `true` if only a part of the body came
 */
export function unusableResponse(
  about: CallDescription,
  { status, resourceUrl }: BegunResponse,
  why: string,
  cutOff?: boolean,
): UnexpectedResponseError {
  const outcome = status === 0 ? 'got no usable response' : `responded with ${status}`;
  const message = `${subject(about)} ${outcome}: ${why}.`;
  return new UnexpectedResponseError(message, about, status, cutOff, resourceUrl);
}

/** The operation, as messages describe it. */
interface SentOperation {
  readonly name: string;
  readonly why: string;
  readonly check: string;
}

export function unknownOutcome(
  about: CallDescription,
  operation: SentOperation,
  cause: CareError,
): OutcomeUnknownError {
  const { name, why, check } = operation;
  const isCreated = Reflect.get(cause, 'status') === 201;
  const outcome = isCreated
    ? 'was probably applied (201), but its response could not be read'
    : 'may or may not have been applied, and no usable response came';
  const resourceUrl = cause.resourceUrl();
  const hint = resourceUrl === undefined ? '' : ' `resourceUrl()` returns the URL that the response named.';
  return new OutcomeUnknownError(
    `${subject(about)} ${outcome}. Retrying it is not safe: ${why}. ${check}${hint}`,
    about,
    { operation: name, check, resourceUrl, cause },
  );
}
