import type { FieldTable } from '../../fields/field-table.js';
import { inlineFile } from '../../fields/inline-file.js';
import { boolean, email, labels, string } from '../../fields/value-type.js';
import type { InlineFile } from '../../world/stored-file.js';
import type { ProfessionalDetails } from '../../world/user.js';

/** The fields of a professional to add. */
export interface ProfessionalInput extends ProfessionalDetails {
  /** Inactive users cannot log in. */
  active: boolean;
  /** The picture, with its bytes. */
  picture: InlineFile | null;
  /** Identifiers of labels. */
  labels: readonly string[] | null;
}

/** The fields in the documented order. */
export const professionalFieldTable: FieldTable<ProfessionalInput> = [
  { name: 'first_name', type: string(), required: true },
  { name: 'infix', type: string() },
  { name: 'last_name', type: string(), required: true },
  { name: 'active', type: boolean(), required: true },
  { name: 'external_source', readOnly: true },
  { name: 'email', type: email(), required: true },
  { name: 'picture', type: inlineFile(), enabled: (settings) => settings.fields.professional.picture },
  {
    name: 'id',
    type: string(),
    required: (settings) => settings.externalIdRequired.professional,
    enabled: (settings) => settings.fields.professional.id,
  },
  { name: 'description', type: string() },
  { name: 'labels', type: labels(), enabled: (settings) => settings.fields.professional.labels },
  { name: 'name', readOnly: true },
];
