// The names of the first load. What else is exported is in the files that `index.ts` names: each is loaded on first use.
export { connect } from './connect.js';
export type { ConnectOptions } from './connect-options.js';
export { Collection, type Page } from './hypermedia/collection.js';
export type { JsonObject } from './hypermedia/document.js';
export type { Query } from './hypermedia/link-target.js';
export type { Link, Links } from './hypermedia/links.js';
export type { ListOptions } from './hypermedia/list.js';
export type { RequestOptions } from './hypermedia/request-options.js';
export { type Followed, type FollowOptions, Resource, type UpdateOptions } from './hypermedia/resource.js';
export type { ClientSearch } from './resources/account-directory.js';
export type { ActivationEmail } from './resources/activation.js';
export { Application, type ApplicationData, type ApplicationLinks } from './resources/application.js';
export {
  CatalogueItem,
  type CatalogueItemData,
  type CatalogueQuery,
  type ContentType,
  type ContentTypeFilter,
  type Language,
} from './resources/catalogue-item.js';
export type { FeedEvent, ResyncReason, WatchOptions } from './resources/change-feed.js';
export type { ChangesQuery, ChangeType } from './resources/changes-query.js';
export { Client, type ClientLinks } from './resources/client.js';
export type { ClientData, ClientFields, Gender, NewClient } from './resources/client-fields.js';
export {
  Conversation,
  type ConversationData,
  type ConversationFilter,
  type ConversationQuery,
} from './resources/conversation.js';
export { type CursorStore, memoryCursor } from './resources/cursor-store.js';
export type {
  ChartedEntry,
  ChartOptions,
  DiaryChart,
  DiaryChartData,
  DiaryChartSeries,
} from './resources/diary-chart.js';
export type { DiaryEntryQuery } from './resources/diary-entry-query.js';
export type { DiaryChoice, DiaryField } from './resources/diary-field.js';
export type { RawRequest, RawResponse } from './resources/entry-point.js';
export type {
  ExportCombination,
  ExportCondition,
  ExportFormat,
  ExportOptions,
  NewExport,
} from './resources/export-options.js';
export type { ExportRow } from './resources/export-rows.js';
export type { FieldChange, FieldChanges } from './resources/field-changes.js';
export { Friend, type FriendData, type FriendFields, type FriendLinks } from './resources/friend.js';
export { type Group, Groups, type GroupsData, type KnownGroup } from './resources/groups.js';
export { Label, type LabelData } from './resources/label.js';
export type { EnsureLabelOptions } from './resources/label-ensuring.js';
export type { NewDiaryEntry } from './resources/new-diary-entry.js';
export type { FileLocation } from './resources/open-file.js';
export { operations } from './resources/operations.js';
export { PlannedEvent, type PlannedEventData, type PlannedEventQuery, Planning } from './resources/planning.js';
export type { PollOptions } from './resources/poll.js';
export {
  type NewProfessional,
  Professional,
  type ProfessionalData,
  type ProfessionalFields,
  type ProfessionalLinks,
} from './resources/professional.js';
export { type NewRelation, type Predicate, Relation, type RelationData } from './resources/relation.js';
export type { RelationSyncOptions, RelationSyncPlan, RelationSyncResult } from './resources/relations-sync.js';
export { Roles, type RolesData, type RolesFields } from './resources/roles.js';
export type {
  ClientRow,
  FailedRow,
  ProfessionalRow,
  SyncCounts,
  SyncedRow,
  SyncOptions,
  SyncResult,
} from './resources/sync-users.js';
export { Task, type TaskData } from './resources/task.js';
export type { MirroredTasks, MirrorOptions, MirrorRecord, MirrorState } from './resources/task-mirror.js';
export type { UpsertOptions, UpsertPlan, UpsertResult } from './resources/upsert.js';
export type { UserAddress } from './resources/user-address.js';
export type { TokenSource } from './transport/credentials.js';
export type { Fetch, FetchedResponse, FetchInit } from './transport/fetch.js';
export type { Logger } from './transport/logger.js';
export type { AttemptEnd, AttemptStart, Hooks, RetryNotice } from './transport/observer.js';
export type { Method, Operation, RetryPolicy } from './transport/request.js';
export {
  type AcquireOptions,
  type BudgetedThrottle,
  type Pace,
  type Permit,
  type Priority,
  type RequestBudget,
  type Throttle,
  type ThrottleOptions,
  type ThrottleStats,
  throttleFrom,
} from './transport/throttle/throttle.js';
export { isKnownChoice, type OpenChoice } from './values/choice.js';
export type { FileReference, InlineFile } from './values/file.js';
export type { UserReference, UserReferenceInput } from './values/user-reference.js';
