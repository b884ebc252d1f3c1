import { linkAbort } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { SharedWork } from '../async/shared-work.js';
import { isCareError, ResponseValidationError } from '../errors.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { Session } from '../hypermedia/session.js';
import { aBoolean } from '../values/options.js';
import { directoryOf, type Label, type LabelDirectory, labelBody } from './label.js';
import { allowCallAgain } from './writes/call-again.js';
import { readBackAfter } from './writes/read-back.js';

/** How `ensureLabel()` works. */
export interface EnsureLabelOptions extends RequestOptions {
  /** Looks for the label, and creates none. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

/** Running calls of each connection, by the label's text. */
const ensuring = new WeakMap<Session, Map<string, SharedWork<Label>>>();

/** Finds or creates the label with that text. Concurrent calls create it once. */
export async function ensureLabel(
  session: Session,
  text: string,
  given: EnsureLabelOptions,
): Promise<Label | undefined> {
  const { dryRun, ...options } = session.begin(given, { dryRun: aBoolean });
  // An invalid text is refused before the first request.
  labelBody(text);
  return dryRun ? findLabel(directoryOf(session), text, options) : findOrCreateLabel(session, text, options);
}

export function findOrCreateLabel(session: Session, text: string, options: RequestOptions): Promise<Label> {
  return allowCallAgain('ensureLabel', ensureOnce(session, text, options));
}

async function ensureOnce(session: Session, text: string, options: RequestOptions): Promise<Label> {
  const underWay = ensuring.get(session) ?? new Map<string, SharedWork<Label>>();
  ensuring.set(session, underWay);
  const running = underWay.get(text);
  if (running !== undefined && !running.isLost) {
    const own = linkAbort(options.signal);
    const left = session.connection.remaining(options);
    // A millisecond later: a timer may be early, and the call would send one more request.
    const wait = Math.ceil(left) + 1;
    const cancelTimer = left < Number.POSITIVE_INFINITY ? clock.after('limit', wait, () => own.abort()) : undefined;
    try {
      return await running.join(own.signal);
    } catch (failure) {
      // If a label may have been created, no second one must follow. Other failures of another call do not concern this one.
      if (options.signal?.aborted || isCareError(failure, 'OutcomeUnknownError')) throw failure;
      // After its own deadline, the call fails before it sends anything.
      if (own.signal.aborted) return findOrCreate(directoryOf(session), text, options);
      return ensureOnce(session, text, options);
    } finally {
      cancelTimer?.();
      own.detach();
    }
  }
  // An abort of this call ends the work only if no other call waits for it: a sent request cannot be undone.
  const own: SharedWork<Label> = new SharedWork((signal) =>
    findOrCreate(directoryOf(session), text, { ...options, signal }).finally(() => {
      if (underWay.get(text) === own) underWay.delete(text);
    }),
  );
  underWay.set(text, own);
  return own.join(options.signal);
}

async function findOrCreate(directory: LabelDirectory, text: string, options: RequestOptions): Promise<Label> {
  const find = () => findLabel(directory, text, options);
  const present = await find();
  if (present !== undefined) return present;
  try {
    const created = await directory.createLabel(text, options);
    if (created.data.label !== text) throw otherTextError(created);
    return (await find()) ?? created;
  } catch (failure) {
    return readBackAfter(failure, find, options.signal);
  }
}

function otherTextError({ url }: Label): ResponseValidationError {
  const message = 'The platform stored another text than was sent, so every call would create another label.';
  const problems = [{ name: 'label', message, code: 'undocumented' }] as const;
  const context = { attempts: 1, waited: 0, resourceUrl: url };
  return new ResponseValidationError(`label: ${message} Send the text as it is stored.`, 'label', problems, context);
}

async function findLabel(directory: LabelDirectory, text: string, options: RequestOptions): Promise<Label | undefined> {
  const all = await directory.labels({}, withoutExtra(options)).toArray();
  return all.find((label) => label.data.label === text);
}
