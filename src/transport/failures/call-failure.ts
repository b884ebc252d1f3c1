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
  readonly resourceUrl: string | undefined;
}

/** The time limit of one attempt is over. */
export function timeoutFailure(
  about: CallDescription,
  milliseconds: number,
  stage: Stage,
  response?: BegunResponse,
): TimeoutError {
  const waitedFor: WaitedFor = stage === 'throttle' ? 'token' : stage;
  const message = `${subject(about)} timed out: ${late[waitedFor](milliseconds)}`;
  return new TimeoutError(message, about, { waitedFor, mayHaveArrived: wasSent(stage), ...response });
}

const raise = 'The connection was closed; raise `timeout` if this is expected.';
const late: Record<Exclude<WaitedFor, 'call'>, (milliseconds: number) => string> = {
  token: (milliseconds) =>
    `the \`token\` function returned no token within ${milliseconds} ms, and nothing is sent without one.`,
  response: (milliseconds) => `no response began within ${milliseconds} ms. ${raise}`,
  body: (milliseconds) => `a response began, but its body was not complete within ${milliseconds} ms. ${raise}`,
  bytes: (milliseconds) => `no byte came for ${milliseconds} ms in the middle of the body. ${raise}`,
};

/** The deadline of the call is over. `cause` is the failure of the previous attempt, if there was one. */
export function deadlineFailure(
  about: CallDescription,
  milliseconds: number,
  stage: Stage,
  cause: unknown,
  response?: BegunResponse,
): TimeoutError {
  const { attempts, waited } = about;
  const state = wasSent(stage)
    ? 'its attempt was aborted and the connection closed'
    : `it was waiting for the ${stage === 'token' ? '`token` function' : 'throttle'}`;
  const spent = `${attempts} ${attempts === 1 ? 'request' : 'requests'} sent, ${waited} ms waited`;
  return new TimeoutError(
    `${subject(about)} did not end within its \`deadline\` of ${milliseconds} ms: ${state}; ${spent}.`,
    about,
    { waitedFor: 'call', mayHaveArrived: wasSent(stage), cause, ...response },
  );
}

export function closeFailure(about: CallDescription): ClosedError {
  const note = about.attempts === 0 || about.method === 'GET' ? '' : ' It had been sent, so it may have been applied.';
  return new ClosedError(`The connection was closed with \`close()\` before ${subject(about)} ended.${note}`, about);
}

export function foreignResponse(
  about: CallDescription,
  status: number,
  found: string,
  resourceUrl?: string,
): UnexpectedResponseError {
  // A browser reports a hidden status as 0.
  const response = status === 0 ? found : `${status}, ${found}`;
  return new UnexpectedResponseError(
    `${subject(about)} responded with ${response}. This is not the platform's own response: check the base URL, and the gateways before the platform.`,
    about,
    status,
    false,
    resourceUrl,
  );
}

/**
 * A response came, but its body is unusable. `why` completes the sentence.
 *
 * @param isCutOff `true` if only a part of the body came
 */
export function unusableResponse(
  about: CallDescription,
  status: number,
  why: string,
  isCutOff: boolean,
  resourceUrl?: string,
): UnexpectedResponseError {
  const message = `${subject(about)} responded with ${status}, but ${why}.`;
  return new UnexpectedResponseError(message, about, status, isCutOff, resourceUrl);
}

/** `fetch` returned a value that is no response, so there is no status. */
export function unusableFetch(about: CallDescription, why: string): UnexpectedResponseError {
  return new UnexpectedResponseError(`${subject(about)} got no usable response: ${why}.`, about, 0);
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
  const outcome =
    Reflect.get(cause, 'status') === 201
      ? 'responded with 201, so it was probably applied, but the response could not be read'
      : 'may or may not have been applied: it was sent, and no usable response came';
  const resourceUrl = cause.resourceUrl();
  const hint = resourceUrl === undefined ? '' : ' `resourceUrl()` returns the URL that the response named.';
  return new OutcomeUnknownError(
    `${subject(about)} ${outcome}. Retrying it is not safe: ${why}. ${check}${hint}`,
    about,
    { operation: name, check, resourceUrl, cause },
  );
}
