// The administration of accounts, relations, labels and logs: what is loaded when the first of it is asked for.
import { Groups } from './groups.js';
import { Label } from './label.js';
import { ApiErrorRecord, CarelinkErrorRecord, ClientAccessRecord, Hl7ErrorRecord } from './log-record.js';
import { Professional } from './professional.js';
import { Relation } from './relation.js';
import { Roles } from './roles.js';

export { createdClient, createdProfessional } from './account-creation.js';
export { clientFields } from './client-fields.js';
export { merge } from './client-merge.js';
export { friendFields } from './friend-fields.js';
export { labelBody, labelUrl } from './label.js';
export { ensuredLabel } from './label-ensuring.js';
export { professionalFields } from './professional.js';
export { addedRelation } from './relation.js';
export { syncRelations } from './relations-sync.js';
export { Tool, toolBody } from './tool.js';
export { upsertedClient, upsertedProfessional } from './upsert.js';
export { ApiErrorRecord, CarelinkErrorRecord, ClientAccessRecord, Hl7ErrorRecord, Label, Professional, Relation };

export const kinds = [
  ...[Professional, Groups, Roles, Label, Relation],
  ...[ClientAccessRecord, ApiErrorRecord, CarelinkErrorRecord, Hl7ErrorRecord],
];
