import { addNote } from '../../errors/note.js';
import { isCareError, ResponseValidationError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { isAddition, type ListInput } from '../additions.js';
import type { LabelTexts } from '../label-texts.js';
import { readBackAfter } from '../writes/read-back.js';
import { isSameValue } from '../writes/same-value.js';
import { undefinedIfNotFound } from '../writes/undefined-if-not-found.js';
import { switchAccount } from './activation.js';
import { changesOf } from './field-changes.js';
import type { NewRelation, Relation, RelationData } from './relation.js';
import type { RelationListener, RelationSyncPlan, RelationSyncResult } from './relations-sync.js';
import type { UpsertOptions, UpsertPlan } from './upsert-plan.js';
import type { Wanted } from './wanted-user.js';

/** A client or a professional. */
export interface StoredUser
  extends Resource<{
    readonly id?: string | null;
    readonly email: string;
    readonly active: boolean;
    readonly labels?: readonly string[] | null;
  }> {
  update(fields: JsonObject, options: RequestOptions): Promise<this>;
}

/** What a run over many users knows already. */
export interface UpsertContext<User extends StoredUser> {
  /** The user as a list contains it, which need not be read again; `undefined` if the list does not contain it. */
  readonly listed: User | undefined;
  readonly labels: LabelTexts;
  /** Called after each write, with all that was done. */
  onWrite(done: UpsertPlan<User>): void;
}

/** The input of an upsert, and its steps that differ between kinds of users. */
export interface UpsertSteps<User extends StoredUser> {
  /** Names the kind in messages. */
  readonly what: 'client' | 'professional';
  readonly wanted: Wanted;
  read(): Promise<User>;
  create(labels: JsonObject): Promise<User>;
  /** Activates a user that was just created inactive; absent if nothing is left to do. */
  complete?: ((user: User) => Promise<User>) | undefined;
  setActive(user: User, active: boolean): Promise<User>;
  /** @param known the relations, if they need not be read */
  syncRelations?(
    user: User | undefined,
    wanted: ListInput<NewRelation>,
    known: readonly Relation[] | undefined,
    onChange: RelationListener,
  ): Promise<RelationSyncResult | RelationSyncPlan>;
}

/**
 * Brings the user with an external id to the wanted state: reads it, then creates it or sends the differences. Safe to run
 * twice, also at the same time. After a lost response, or a refusal because of another run, it reads the user again.
 */
export class UpsertRun<User extends StoredUser> {
  readonly #steps: UpsertSteps<User>;
  readonly #options: UpsertOptions;
  /** With `extra`, for the write of the fields. */
  readonly #request: RequestOptions;
  readonly #labels: LabelTexts;
  readonly #context: UpsertContext<User> | undefined;
  /** What was done, or would be. */
  #plan: UpsertPlan<User> = {
    outcome: 'unchanged',
    resource: undefined,
    before: undefined,
    changes: {},
    createdLabels: [],
    relations: undefined,
  };

  constructor(
    steps: UpsertSteps<User>,
    options: UpsertOptions,
    request: RequestOptions,
    labels: LabelTexts,
    context: UpsertContext<User> | undefined,
  ) {
    this.#steps = steps;
    this.#options = options;
    this.#request = request;
    this.#labels = labels;
    this.#context = context;
  }

  async run(): Promise<UpsertPlan<User>> {
    const { read } = this.#steps;
    const found = this.#context === undefined ? await undefinedIfNotFound(read()) : this.#context.listed;
    await (found === undefined ? this.#create() : this.#update(found));
    return this.#plan;
  }

  async #create(): Promise<void> {
    const { what, wanted, read, create, complete } = this.#steps;
    const labels = await this.#resolveLabels(undefined);
    const fields = { ...wanted.fields, ...labels, ...this.#request.extra?.body };
    const changes = changesOf<User>(undefined, fields);
    // A dry run has no second step.
    const isDone = complete === undefined || this.#options.dryRun === true;
    const sent = isDone ? changes : changesOf<User>(undefined, { ...fields, active: false });
    try {
      await this.#write({ outcome: 'created', changes: sent }, () => create(labels));
    } catch (failure) {
      const winner = await readBackAfter(failure, () => undefinedIfNotFound(read()), this.#request.signal);
      // It may be this call's own, which is not complete.
      return this.#update(winner, isCareError(failure, 'OutcomeUnknownError') ? complete : undefined);
    }
    const { resource: created } = this.#plan;
    if (created !== undefined) {
      if (created.data.id !== wanted.fields.id) throw missingIdError(what, created.url);
      if (complete !== undefined) await this.#write({ changes }, () => complete(created));
    }
    await this.#syncRelations(this.#plan.resource, []);
  }

  /** @param complete set if this call may have created the user */
  async #update(user: User, complete?: (user: User) => Promise<User>): Promise<void> {
    this.#plan = { ...this.#plan, resource: user, before: user };
    const { wanted, setActive } = this.#steps;
    const { updateActive = false, updatePicture = false } = this.#options;
    const { extra, ...plain } = this.#request;
    const stored: Readonly<Record<string, unknown>> = { ...user.data };
    const differs = ([name, value]: [string, unknown]): boolean => {
      if (value === undefined || name === 'active' || name === 'id') return false;
      if (name === 'picture' && !updatePicture) return false;
      // If the field is absent, this platform does not store it, and would silently drop it at every run.
      return Object.hasOwn(stored, name) && !isSameValue(value, stored[name]);
    };
    const differing = (fields: JsonObject) => Object.fromEntries(Object.entries(fields).filter(differs));
    const labels = Object.hasOwn(stored, 'labels') ? await this.#resolveLabels(user) : {};
    const fields = differing({ ...wanted.fields, ...labels });
    const later = differing(extra?.body ?? {});
    const changes = changesOf(user, { ...fields, ...later });
    if (Object.keys(changes).length > 0) {
      const request = { ...plain, extra: { ...extra, body: later } };
      const { resource = user } = this.#plan;
      await this.#write({ outcome: 'updated', changes }, () => resource.update(fields, request));
    }

    const active = wanted.fields.active === true;
    const account = this.#plan.resource ?? user;
    if ((updateActive || complete !== undefined) && active !== user.data.active) {
      const part = { outcome: 'updated', changes: { ...changes, ...changesOf(user, { active }) } } as const;
      const set = () => switchAccount(account, active, () => setActive(account, active), plain);
      await this.#write(part, () => complete?.(account) ?? set());
    }
    // This snapshot may have read its links already, for the activation.
    await this.#syncRelations(account);
  }

  /** The `labels` to send, if they are given by their texts. */
  async #resolveLabels(user: User | undefined): Promise<JsonObject> {
    const { labelTexts } = this.#steps.wanted;
    if (labelTexts === undefined) return {};
    const { dryRun, createLabels } = this.#options;
    const onCreate = (text: string) => {
      this.#plan = { ...this.#plan, createdLabels: [...this.#plan.createdLabels, text] };
      if (!dryRun) this.#context?.onWrite(this.#plan);
    };
    const options = { ...this.#request, onCreate, createLabels, dryRun };
    const resolve = (present: User | undefined) =>
      this.#note(this.#labels.resolve(labelTexts, present?.data.labels, options));
    const labels = await resolve(user);
    const isUnchanged = user === undefined || isSameValue(labels, user.data.labels ?? null);
    // The list may be an hour old, and labels that were added since must stay.
    const isOld = this.#context !== undefined && isAddition(labelTexts);
    if (dryRun || isUnchanged || !isOld) return { labels };
    const now = await this.#note(user.refresh(withoutExtra(this.#request)));
    // Unlike the user of a list, it has the link to its relations.
    this.#plan = { ...this.#plan, resource: now };
    return { labels: await resolve(now) };
  }

  async #syncRelations(user: User | undefined, known?: readonly Relation[]): Promise<void> {
    const { wanted, syncRelations } = this.#steps;
    if (wanted.relations === undefined || syncRelations === undefined) return;
    const { relations: input } = wanted;
    const plan = this.#plan;
    const take = (relations: RelationSyncResult | RelationSyncPlan, before: readonly Relation[]) => {
      this.#plan = { ...plan, relations };
      if (relations.added.length + relations.removed.length === 0) return;
      const outcome = plan.outcome === 'unchanged' ? 'updated' : plan.outcome;
      const from = known ? undefined : before.map(({ data }) => data);
      const to = isAddition(input) ? [...before, ...relations.added].map(dataOf) : input;
      this.#plan = { ...this.#plan, outcome, changes: { ...plan.changes, relations: { from, to } } };
    };
    const onChange: RelationListener = ({ added, removed, kept }, before) => {
      take({ added: [...added], removed: [...removed], kept: [...kept] }, before);
      this.#context?.onWrite(this.#plan);
    };
    const relations = await this.#note(syncRelations(user, input, known, onChange));
    take(relations, [...relations.kept, ...relations.removed]);
  }

  /** Writes, except in a dry run, and takes the parts of the plan that are then done. */
  async #write(part: Partial<UpsertPlan<User>>, write: () => Promise<User | undefined>): Promise<void> {
    const resource = this.#options.dryRun ? this.#plan.resource : await this.#note(write());
    this.#plan = { ...this.#plan, ...part, resource };
    if (!this.#options.dryRun) this.#context?.onWrite(this.#plan);
  }

  /** If the step fails, its error says what was done before. */
  async #note<Result>(step: Promise<Result>): Promise<Result> {
    try {
      return await step;
    } catch (failure) {
      const { outcome, changes, createdLabels, resource } = this.#plan;
      const { what } = this.#steps;
      const done = [
        createdLabels.length > 0 && `labels created: ${createdLabels.length}`,
        outcome === 'created' && `${what} created`,
        outcome === 'updated' && `${what} changed: ${Object.keys(changes).join(', ')}`,
      ].filter((text) => text !== false);
      const createdUrl = outcome === 'created' ? resource?.url : undefined;
      throw done.length === 0 ? failure : addNote(failure, `Done before: ${done.join('; ')}.`, createdUrl);
    }
  }
}

function dataOf(relation: Relation | NewRelation): RelationData | NewRelation {
  return 'data' in relation ? relation.data : relation;
}

function missingIdError(what: string, resourceUrl: string): ResponseValidationError {
  const message =
    'The platform created it without the external id. It stores no such ids, so every run would create another.';
  const problems = [{ name: 'id', message, code: 'undocumented' }] as const;
  return new ResponseValidationError(`upsert of a ${what}: ${message}`, what, problems, {
    attempts: 1,
    waited: 0,
    resourceUrl,
  });
}
