import { SharedWork } from '../async/shared-work.js';
import { isCareError } from '../errors.js';
import type { Collection } from '../hypermedia/lists/collection.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { Session } from '../hypermedia/session.js';
import { aBoolean } from '../values/options.js';
import { type Label, labelBody } from './label.js';
import { allowCallAgain, readBackAfter } from './writes/read-back.js';

/** How `ensureLabel()` works. */
export interface EnsureLabelOptions extends RequestOptions {
  /** Looks for the label, and creates none. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

interface Labels {
  labels(query: object, options: RequestOptions): Collection<Label>;
  createLabel(text: string, options: RequestOptions): Promise<Label>;
}

/** Running calls of each application, by the label's text. */
const ensuring = new WeakMap<Labels, Map<string, SharedWork<Label>>>();

/** Finds or creates the label with that text. Concurrent calls create it once. */
export async function ensureLabel(
  session: Session,
  labels: Labels,
  text: string,
  given: EnsureLabelOptions,
): Promise<Label | undefined> {
  const { dryRun, ...options } = session.begin(given, { dryRun: aBoolean });
  // An invalid text is refused before the first request.
  labelBody(text);
  return dryRun ? findLabel(labels, text, options) : allowCallAgain('ensureLabel', ensureOnce(labels, text, options));
}

async function ensureOnce(labels: Labels, text: string, options: RequestOptions): Promise<Label> {
  const underWay = ensuring.get(labels) ?? new Map<string, SharedWork<Label>>();
  ensuring.set(labels, underWay);
  const running = underWay.get(text);
  if (running !== undefined && !running.isLost) {
    try {
      return await running.join(options.signal);
    } catch (failure) {
      // If a label may have been created, no second one must follow. Other failures of another call do not concern this one.
      if (options.signal?.aborted || isCareError(failure, 'OutcomeUnknownError')) throw failure;
      return ensureOnce(labels, text, options);
    }
  }
  // An abort of this call ends the work only if no other call waits for it: a sent request cannot be undone.
  const own: SharedWork<Label> = new SharedWork((signal) =>
    findOrCreate(labels, text, { ...options, signal }).finally(() => {
      if (underWay.get(text) === own) underWay.delete(text);
    }),
  );
  underWay.set(text, own);
  return own.join(options.signal);
}

async function findOrCreate(labels: Labels, text: string, options: RequestOptions): Promise<Label> {
  const find = () => findLabel(labels, text, options);
  const present = await find();
  if (present !== undefined) return present;
  try {
    const created = await labels.createLabel(text, options);
    return (await find()) ?? created;
  } catch (failure) {
    return readBackAfter(failure, find, options.signal);
  }
}

async function findLabel(labels: Labels, text: string, options: RequestOptions): Promise<Label | undefined> {
  const all = await labels.labels({}, withoutExtra(options)).toArray();
  return all.find((label) => label.data.label === text);
}
