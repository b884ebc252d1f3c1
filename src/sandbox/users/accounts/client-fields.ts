import type { FieldTable } from '../../fields/field-table.js';
import { inlineFile } from '../../fields/inline-file.js';
import { boolean, choice, day, email, integer, labels, string } from '../../fields/value-type.js';
import type { InlineFile } from '../../world/stored-file.js';
import type { ClientDetails } from '../../world/user.js';

/** The fields of a client to add. */
export interface ClientInput extends ClientDetails {
  /** Inactive users cannot log in. */
  active: boolean;
  /** The picture, with its bytes. */
  picture: InlineFile | null;
  /** Identifiers of labels. */
  labels: readonly string[] | null;
}

/** The fields in the documented order. */
export const clientFieldTable: FieldTable<ClientInput> = [
  { name: 'first_name', type: string(), required: true },
  { name: 'infix', type: string() },
  { name: 'last_name', type: string(), required: true },
  { name: 'active', type: boolean(), required: true },
  { name: 'external_source', readOnly: true },
  { name: 'email', type: email(), required: true },
  { name: 'picture', type: inlineFile(), enabled: (settings) => settings.fields.client.picture },
  { name: 'labels', type: labels(), enabled: (settings) => settings.fields.client.labels },
  { name: 'age', readOnly: true },
  { name: 'gender', type: choice(['m', 'f', 'other', 'unknown']), required: true },
  { name: 'date_of_birth', type: day(), required: true, enabled: (settings) => settings.fields.client.date_of_birth },
  { name: 'phone_number', type: string(), enabled: (settings) => settings.fields.client.phone_number },
  {
    name: 'id',
    type: string(),
    required: (settings) => settings.externalIdRequired.client,
    enabled: (settings) => settings.fields.client.id,
  },
  { name: 'bsn', type: string(), enabled: (settings) => settings.fields.client.bsn },
  { name: 'name', readOnly: true },
];

export interface ClientSearch {
  start: number | null;
  limit: number | null;
  active: boolean | null;
  bsn: string | null;
  email: string | null;
  id: string | null;
}

/** All fields are optional, so `null` is the same as a missing field. */
export const clientSearchTable: FieldTable<ClientSearch> = [
  { name: 'start', type: integer({ min: 0 }) },
  { name: 'limit', type: integer({ min: 1 }) },
  { name: 'active', type: boolean() },
  { name: 'bsn', type: string() },
  { name: 'email', type: string() },
  { name: 'id', type: string() },
];
