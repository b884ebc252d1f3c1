import * as z from 'zod/mini';
import { InputError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, checkObject, type InputSchema, inputSchema } from '../../hypermedia/input.js';
import type { Session } from '../../hypermedia/session.js';
import { type ListInput, schemasByForm } from '../additions.js';
import { type NewClient, newClientShape } from './client-fields.js';
import { type NewProfessional, newProfessionalShape } from './professional.js';
import { type NewRelation, newRelation } from './relation.js';
import { checkRelations } from './relations-sync.js';

/** Labels by their texts. */
interface WantedLabels {
  /**
   * Texts of the user's labels, instead of `labels`. Replaces the whole list, and `[]` removes all. `{ add }` adds labels and
   * removes none. Texts are compared exactly. Missing labels are created, as by `ensureLabel`. As other fields, it is ignored
   * for a user whose `labels` the platform does not show.
   */
  readonly labelTexts?: readonly string[] | { readonly add: readonly string[] } | undefined;
}

/** A client as it should be. */
export interface WantedClient extends Omit<NewClient, 'id'>, WantedLabels {
  /**
   * Its relations, as `syncRelations` takes them: others are removed, and `[]` removes all. `{ add }` removes none. If omitted,
   * relations are neither read nor changed.
   */
  readonly relations?: readonly NewRelation[] | { readonly add: readonly NewRelation[] } | undefined;
}

/** A professional as it should be. */
export interface WantedProfessional extends Omit<NewProfessional, 'id'>, WantedLabels {}

/** Checked input of an upsert. */
export interface Wanted {
  /** In the platform's format, with the external id. */
  readonly fields: JsonObject;
  readonly labelTexts: ListInput<string> | undefined;
  readonly relations: ListInput<NewRelation> | undefined;
}

/** It is checked as if the user were new: a mistake then shows at the first run, not at the first new user. */
export function checkWantedClient(session: Session, input: WantedClient, externalId: string): Wanted {
  checkObject(input, 'client');
  const { relations } = input;
  const wanted = check(wantedClient(input.labelTexts)(relations), { ...input, id: externalId }, 'client');
  if (relations !== undefined) checkRelations(session, relations);
  return { ...wanted, relations };
}

export function checkWantedProfessional(input: WantedProfessional, externalId: string): Wanted {
  checkObject(input, 'professional');
  return {
    ...check(wantedProfessional(input.labelTexts), { ...input, id: externalId }, 'professional'),
    relations: undefined,
  };
}

function check<Input extends WantedLabels>(schema: InputSchema<Input>, input: Input, what: string) {
  const { labelTexts: _, relations: __, ...fields } = checkInput(schema, input, what);
  const { labelTexts } = input;
  if (labelTexts !== undefined && fields.labels !== undefined) {
    throw InputError.of(what, 'labelTexts', 'Must be left out if `labels` is given.', 'conflict');
  }
  return { fields, labelTexts };
}

const wantedClient = schemasByForm(z.string(), (labelTexts) =>
  schemasByForm(newRelation, (relations) =>
    inputSchema<WantedClient & { readonly id: string }>({
      ...newClientShape,
      labelTexts: z.optional(labelTexts),
      relations: z.optional(relations),
    }),
  ),
);

const wantedProfessional = schemasByForm(z.string(), (labelTexts) =>
  inputSchema<WantedProfessional & { readonly id: string }>({
    ...newProfessionalShape,
    labelTexts: z.optional(labelTexts),
  }),
);
