import * as z from 'zod/mini';
import { addNote } from '../errors/note.js';
import { isCareError } from '../errors.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { UpdateOptions } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import { aBoolean } from '../values/options.js';
import { directoryOf } from './label.js';
import { findOrCreateLabel } from './label-ensuring.js';

/** The labels of a user, from their texts. */
export interface ResolvedLabels {
  /** For the user's `labels`. In a dry run, it has the text of a label that would be created. */
  readonly labels: readonly string[] | null;
  /** Texts of labels that were missing and were created, or would be. */
  readonly created: readonly string[];
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

  /** @param present the user's labels now: if several labels have the same text, the user keeps its own */
  async resolve(
    texts: readonly string[],
    present: readonly string[] | null | undefined,
    request: RequestOptions,
    dryRun = false,
  ): Promise<ResolvedLabels> {
    const labels: string[] = [];
    const created: string[] = [];
    for (const text of new Set(texts)) {
      await this.#read();
      const known = this.#known.get(text);
      if (known !== undefined) {
        labels.push(known.find((identifier) => present?.includes(identifier)) ?? known[0] ?? text);
        continue;
      }
      const isFirst = !this.#missing.has(text);
      this.#missing.add(text);
      labels.push(dryRun ? text : await noteLabels(created, this.#create(text, withoutExtra(request))));
      if (isFirst) created.push(text);
    }
    return { labels: labels.length > 0 ? labels : null, created };
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
    if (this.#refusals.has(text)) throw this.#refusals.get(text);
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

/** Failures that another row must not try again: after a lost response, it would make a second label of the same text. */
const refusals = ['BadRequestError', 'ForbiddenError', 'OutcomeUnknownError'] as const;

/** If the step fails, its error says how many labels were created before. */
export async function noteLabels<Result>(created: readonly string[], step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (failure) {
    throw created.length === 0 ? failure : addNote(failure, `Done before: labels created: ${created.length}.`);
  }
}

interface LabelledUser {
  readonly data: { readonly labels?: readonly string[] | null };
  update(fields: { readonly labels: readonly string[] | null }, options: UpdateOptions): Promise<this>;
}

const labelTextsInput = inputSchema<{ readonly labels: readonly string[] }>({ labels: z.array(z.string()) });

/** Gives a user the labels with these texts, and no others. */
export async function setLabels<User extends LabelledUser>(
  session: Session,
  user: User,
  texts: readonly string[],
  given: UpdateOptions,
): Promise<User> {
  checkInput(labelTextsInput, { labels: texts }, 'labels');
  const options = session.begin(given, { reread: aBoolean });
  const { reread: _, ...request } = options;
  const { labels, created } = await new LabelTexts(session, request).resolve(texts, user.data.labels, request);
  return noteLabels(created, user.update({ labels }, options));
}
