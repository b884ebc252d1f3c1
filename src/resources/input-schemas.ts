import { InputError } from '../errors.js';
import { checkInput, type InputSchema } from '../hypermedia/input.js';
import type { StandardResult, StandardSchema } from '../values/standard-schema.js';
import { type NewExport, newExport } from './exports/export-options.js';
import { labelFields } from './label.js';
import { type NewTool, newTool } from './new-tool.js';
import { type ClientFields, clientFields, type NewClient, newClient } from './users/client-fields.js';
import { type FriendFields, friendFields } from './users/friend.js';
import {
  type NewProfessional,
  newProfessional,
  type ProfessionalFields,
  professionalFields,
} from './users/professional.js';
import { type NewRelation, newRelation } from './users/relation.js';

/** The input of `createClient`. As `createClient`, it refuses unknown names. */
export const clientInput: StandardSchema<NewClient> = standardSchema(newClient);

/** The input of `updateClient` and `client.update`. */
export const clientUpdateInput: StandardSchema<ClientFields> = standardSchema(clientFields);

/** The input of `createProfessional`. */
export const professionalInput: StandardSchema<NewProfessional> = standardSchema(newProfessional);

/** The input of `updateProfessional` and `professional.update`. */
export const professionalUpdateInput: StandardSchema<ProfessionalFields> = standardSchema(professionalFields);

/** The input of `client.addRelation`. */
export const relationInput: StandardSchema<NewRelation> = standardSchema(newRelation);

/** The input of `friend.update`. */
export const friendUpdateInput: StandardSchema<FriendFields> = standardSchema(friendFields);

/** The text of `createLabel`, `ensureLabel` and `label.rename`, as the field `label` of a form. */
export const labelInput: StandardSchema<{ readonly label: string }> = standardSchema(labelFields);

/** The input of `addTool`. */
export const toolInput: StandardSchema<NewTool> = standardSchema(newTool);

/** The input of `startExport`. */
export const exportInput: StandardSchema<NewExport> = standardSchema(newExport);

/** The value stays as it was given, since the methods convert it themselves. */
function standardSchema<Input>(schema: InputSchema<Input>): StandardSchema<Input> {
  const validate = (value: unknown): StandardResult<Input> => {
    try {
      checkInput(schema, value as Input, 'input');
      return { value: value as Input };
    } catch (failure) {
      if (!(failure instanceof InputError)) throw failure;
      const issues = failure.problems.map(({ name, message, code }) => ({ message, code, path: pathOf(name) }));
      return { issues };
    }
  };
  return { '~standard': { version: 1, vendor: 'care-platform', validate } };
}

/** `labels.1` as `['labels', 1]`. */
function pathOf(name: string): readonly PropertyKey[] {
  if (name === '(whole)') return [];
  return name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
