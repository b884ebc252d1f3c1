export type { ListenOptions, SandboxServer, ServerStats } from './api/listen.js';
export type { Sandbox, SandboxOptions } from './api/sandbox.js';
export type { CatalogueItem, ContentType } from './catalogue/item.js';
export type { SandboxControl } from './control/control.js';
export type { SandboxUser } from './control/people-control.js';
export type { CatalogueSeed } from './control/therapy-control.js';
export type { ConversationStart } from './conversations/conversations.js';
export { createSandbox } from './create-sandbox.js';
export type { DiaryChart, DiaryField, DiarySchema } from './diary/schema.js';
export type { BigOutput } from './export/big-output.js';
export type { JobError, JobState } from './export/job.js';
export type { CorsOptions } from './http/cors.js';
export type { Fault, FaultEffect, FaultLeft, FaultScope, PendingFault } from './http/faults/fault.js';
export type { Faults } from './http/faults/faults.js';
export type { JournalEntry } from './http/journal.js';
export type { Limits } from './http/rate-limit.js';
export type { AccessRecord, CallError, CarelinkError } from './logs/logs.js';
export type { Repetition } from './planning/occurrence.js';
export type { PlanFields } from './planning/plans.js';
export { type SandboxPerson, SandboxPersonError, type SandboxPersonFields } from './seed/own-people.js';
export type { RoleName, SandboxTokens } from './seed/seed-users.js';
export { SandboxStateError } from './state/saved-state.js';
export type { TaskText } from './tasks/tasks.js';
export type { ClientInput } from './users/accounts/client-fields.js';
export type { FriendInput } from './users/accounts/friend-fields.js';
export type { ProfessionalInput } from './users/accounts/professional-fields.js';
export type { ClockOptions, ClockStep, SandboxClock } from './world/clock.js';
export type { Problem } from './world/failure.js';
export type { Json } from './world/json.js';
export type { Mail, MailKind } from './world/outbox.js';
export type { Predicate } from './world/relation-list.js';
export type { EnabledFields, ExportNames, Settings } from './world/settings.js';
export type { InlineFile } from './world/stored-file.js';
export type {
  ClientDetails,
  Features,
  FriendDetails,
  Permission,
  ProfessionalDetails,
  UserKind,
} from './world/user.js';
