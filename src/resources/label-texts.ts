import * as z from 'zod/mini';
import { addNote } from '../errors/note.js';
import { ownErrorOf, withOwnError } from '../errors/own-error.js';
import { InputError, isCareError } from '../errors.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { UpdateOptions } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import { aBoolean } from '../values/options.js';
import { isAddition, itemsIn, type ListInput, schemasByForm } from './additions.js';
import { directoryOf } from './label.js';
import { findOrCreateLabel } from './label-ensuring.js';

/** How texts of labels are resolved. */
interface ResolveOptions extends RequestOptions {
  /** Called for each label that was missing, once it is created, or would be. */
  readonly onCreate: (text: string) => void;
  /** Whether a missing label may be created. Default: `true`. */
  readonly createLabels?: boolean | undefined;
  /** Creates no label. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

/** Finds labels by their texts, and creates missing ones. Reads the list of labels once, when a text is first needed. */
export class LabelTexts {
  readonly #session: Session;
  readonly #request: RequestOptions;
  /** Identifiers by text. Two labels can have the same text. */
  readonly #known = new Map<string, string[]>();
  #reading: Promise<void> | undefined;
  /** Texts that were missing. Each is reported for one user only. */
  readonly #missing = new Set<string>();
  /** Refusals by text. They would be the same for every other user. */
  readonly #refusals = new Map<string, unknown>();

  /** @param request for the list */
  constructor(session: Session, request: RequestOptions) {
    this.#session = session;
    this.#request = withoutExtra(request);
  }

  /**
   * Resolves to the user's `labels`. In a dry run, they contain the text of a label that would be created.
   *
   * @throws InputError for a missing label that may not be created
   * @param present the user's labels now: if several labels have the same text, the user keeps its own
   */
  async resolve(
    wanted: ListInput<string>,
    present: readonly string[] | null | undefined,
    { onCreate, createLabels = true, dryRun, ...request }: ResolveOptions,
  ): Promise<readonly string[] | null> {
    const labels = new Set(isAddition(wanted) ? present : undefined);
    for (const text of new Set(itemsIn(wanted))) {
      await withOwnError(this.#read());
      const known = this.#known.get(text);
      if (known !== undefined) {
        labels.add(known.find((identifier) => present?.includes(identifier)) ?? known[0] ?? text);
        continue;
      }
      if (!createLabels) throw unknownLabel(wanted, text);
      const refusal = this.#refusals.get(text);
      if (refusal !== undefined) throw repetitionOf(refusal);
      const isFirst = !this.#missing.has(text);
      this.#missing.add(text);
      labels.add(dryRun ? text : await withOwnError(this.#create(text, withoutExtra(request))));
      if (isFirst) onCreate(text);
    }
    return labels.size > 0 ? [...labels] : null;
  }

  #read(): Promise<void> {
    const read = async () => {
      for await (const { data } of directoryOf(this.#session).labels({}, this.#request)) {
        this.#known.set(data.label, [...(this.#known.get(data.label) ?? []), data.identifier]);
      }
    };
    this.#reading ??= read().catch((failure: unknown) => {
      this.#reading = undefined;
      throw failure;
    });
    return this.#reading;
  }

  async #create(text: string, request: RequestOptions): Promise<string> {
    try {
      const { data } = await findOrCreateLabel(this.#session, text, request);
      this.#known.set(text, [data.identifier]);
      return data.identifier;
    } catch (failure) {
      this.#missing.delete(text);
      if (refusals.some((name) => isCareError(failure, name))) this.#refusals.set(text, failure);
      throw failure;
    }
  }
}

function unknownLabel(wanted: ListInput<string>, text: string): InputError {
  const path = `labelTexts${isAddition(wanted) ? '.add' : ''}.${itemsIn(wanted).indexOf(text)}`;
  return InputError.of('labels', path, 'No label has this text.', 'unknown-value');
}

/** Failures that another row must not try again: after some of them, it would make a second label. */
const refusals = ['BadRequestError', 'ForbiddenError', 'OutcomeUnknownError', 'ResponseValidationError'] as const;

const repetitions = new WeakSet<object>();

/** Whether this is the failure of another row. Nothing was sent for this one. */
export function isRepetition(failure: object): boolean {
  return repetitions.has(failure);
}

function repetitionOf(refusal: unknown): unknown {
  const own = ownErrorOf(refusal);
  repetitions.add(Object(own));
  return own;
}

interface LabelledUser {
  readonly data: { readonly labels?: readonly string[] | null };
  refresh(options: RequestOptions): Promise<this>;
  update(fields: { readonly labels: readonly string[] | null }, options: UpdateOptions): Promise<this>;
}

const labelsInput = schemasByForm(z.string(), (labels) =>
  inputSchema<{ readonly labels: ListInput<string> }>({ labels }),
);

/** Gives a user the labels with these texts, and no others, or adds labels to those that it has now. */
export async function setLabels<User extends LabelledUser>(
  session: Session,
  user: User,
  texts: ListInput<string>,
  given: UpdateOptions,
): Promise<User> {
  checkInput(labelsInput(texts), { labels: texts }, 'labels');
  if (isAddition(texts) && user.data.labels === undefined) {
    const message = 'The platform does not show the labels of this user, so adding some would remove the others.';
    throw InputError.of('labels', 'labels', message, 'conflict');
  }
  const options = session.begin(given, { reread: aBoolean });
  const { reread: _, ...request } = options;
  // The platform replaces all labels: those that were read before would undo what happened since.
  const current = isAddition(texts) ? await user.refresh(withoutExtra(request)) : user;
  const created: string[] = [];
  try {
    const resolving = { ...request, onCreate: (text: string) => void created.push(text) };
    const labels = await new LabelTexts(session, request).resolve(texts, current.data.labels, resolving);
    return await current.update({ labels }, options);
  } catch (failure) {
    throw created.length === 0 ? failure : addNote(failure, `Done before: labels created: ${created.length}.`);
  }
}
