import { type CareErrors, isCareError } from 'care-platform';
import type { Words } from '../language/language.tsx';
import { BlockedError, NotForYouError } from '../session/session.ts';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** The advice: another attempt, another token, or none. */
  readonly remedy: Remedy;
}

type Remedy = 'retry' | 'signIn' | 'none';
type Kind = Exclude<keyof Words['failure'], 'retry' | 'signIn' | 'check'>;

const nothingHelps = (kind: Kind) => ({ kind, remedy: 'none' }) as const;
const asAgain = (kind: Kind) => ({ kind, remedy: 'retry' }) as const;

/** The text and the advice for each error. */
const kinds: Record<keyof CareErrors, { readonly kind: Kind; readonly remedy: Remedy }> = {
  ApiError: nothingHelps('unexpected'),
  BadRequestError: nothingHelps('refused'),
  CalendarError: nothingHelps('unexpected'),
  ClosedError: nothingHelps('unauthorized'),
  ConnectionError: asAgain('unreachable'),
  ExportFailedError: nothingHelps('server'),
  ForbiddenError: nothingHelps('forbidden'),
  ForeignLinkError: nothingHelps('foreign'),
  InputError: nothingHelps('input'),
  InvalidInputError: nothingHelps('invalid'),
  InvalidPayloadError: nothingHelps('invalid'),
  LazyLoadError: asAgain('notLoaded'),
  LinkNotFoundError: nothingHelps('noAccess'),
  MethodNotAllowedError: nothingHelps('refused'),
  NotFoundError: nothingHelps('notFound'),
  OutcomeUnknownError: nothingHelps('outcomeUnknown'),
  PollTimeoutError: asAgain('timeout'),
  RateLimitedError: asAgain('rateLimited'),
  // Pages have no Redis.
  RedisUnavailableError: nothingHelps('unexpected'),
  ResponseValidationError: asAgain('unexpected'),
  ServerError: asAgain('server'),
  TimeoutError: asAgain('timeout'),
  UnauthorizedError: { kind: 'unauthorized', remedy: 'signIn' },
  UnexpectedResponseError: asAgain('unexpected'),
};

/**
 * Explains an error in the user's own words. The platform's message is in English and meant for logs, so it is not shown. Only
 * messages about single fields are shown, beside the fields.
 */
export function explain(error: unknown, { failure, signIn }: Words): Explanation {
  if (error instanceof NotForYouError) return { title: signIn.notForYou, advice: '', remedy: 'none' };
  const { kind, remedy } = error instanceof BlockedError ? nothingHelps('blocked') : kindOf(error);
  const { title, advice } = failure[kind];
  if (!isCareError(error, 'OutcomeUnknownError')) return { title, advice, remedy };
  const { addDiaryEntry, other } = failure.check;
  const check = error.operation.startsWith('addDiaryEntry') ? addDiaryEntry : other;
  return { title, advice: `${advice} ${check}`, remedy };
}

function kindOf(error: unknown): { readonly kind: Kind; readonly remedy: Remedy } {
  const { kind, remedy } = (isCareError(error) && kinds[error.name as keyof CareErrors]) || asAgain('unknown');
  return remedy === 'retry' && !navigator.onLine ? asAgain('offline') : { kind, remedy };
}
