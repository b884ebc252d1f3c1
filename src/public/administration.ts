export { type Group, Groups, type GroupsData, type KnownGroup } from '../resources/groups.js';
export { Label, type LabelData } from '../resources/label.js';
export {
  ApiErrorRecord,
  type ApiErrorRecordData,
  CarelinkErrorRecord,
  type CarelinkErrorRecordData,
  ClientAccessRecord,
  type ClientAccessRecordData,
  Hl7ErrorRecord,
} from '../resources/log-record.js';
export {
  type NewProfessional,
  Professional,
  type ProfessionalData,
  type ProfessionalFields,
  type ProfessionalLinks,
} from '../resources/professional.js';
export { type NewRelation, type Predicate, Relation, type RelationData } from '../resources/relation.js';
export { Roles, type RolesData, type RolesFields } from '../resources/roles.js';
export { type NewTool, Tool } from '../resources/tool.js';
