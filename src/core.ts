// Exports of the first load. The other exports are in lazy modules, which `index.ts` lists.
export { connect } from './connect.js';
export type { ConnectOptions } from './connect-options.js';
export type { JsonObject } from './hypermedia/document.js';
export type { Query } from './hypermedia/link-target.js';
export type { Link, Links } from './hypermedia/links.js';
export { Collection } from './hypermedia/lists/collection.js';
export type { ItemWork, ItemWorkOptions } from './hypermedia/lists/item-work.js';
export type { ListOptions } from './hypermedia/lists/list.js';
export type { Page } from './hypermedia/lists/page.js';
export type { Plain, PlainPage, PlainValue } from './hypermedia/plain.js';
export type { FollowOptions, RequestOptions } from './hypermedia/request-options.js';
export { type Followed, Resource, type UpdateOptions } from './hypermedia/resource.js';
export {
  Application,
  type ApplicationData,
  type ApplicationLinks,
  type UserApplication,
} from './resources/application/application.js';
export {
  CatalogueItem,
  type CatalogueItemData,
  type CatalogueQuery,
  type ContentType,
  type ContentTypeFilter,
  type Language,
} from './resources/catalogue-item.js';
export type { FeedEvent, ResyncReason, WatchOptions } from './resources/changes/change-feed.js';
export type { ChangesQuery, ChangeType } from './resources/changes/changes-query.js';
export type {
  ConversationMirrorOptions,
  ConversationMirrorRecord,
  ConversationMirrorState,
  MirroredConversations,
} from './resources/changes/conversation-mirror.js';
export { type CursorStore, memoryCursor } from './resources/changes/cursor-store.js';
export type { RecordStore } from './resources/changes/mirror.js';
export type { PollOptions } from './resources/changes/poll.js';
export type { MirroredTasks, MirrorOptions, MirrorRecord, MirrorState } from './resources/changes/task-mirror.js';
export {
  Conversation,
  type ConversationData,
  type ConversationFilter,
  type ConversationQuery,
} from './resources/conversation.js';
export type {
  ChartedEntry,
  ChartOptions,
  DiaryChart,
  DiaryChartData,
  DiaryChartSeries,
} from './resources/diary/diary-chart.js';
export type { DiaryEntryQuery } from './resources/diary/diary-entry-query.js';
export type { DiaryChoice, DiaryField } from './resources/diary/diary-field.js';
export type { NewDiaryEntry } from './resources/diary/new-diary-entry.js';
export type {
  ExportCombination,
  ExportCondition,
  ExportFormat,
  ExportOptions,
  InstalledExport,
  NewExport,
} from './resources/exports/export-options.js';
export type { ExportRow, RowsOptions } from './resources/exports/export-rows.js';
export type { FileLocation } from './resources/exports/open-file.js';
export type { ExportRowsOptions, NewRowExport } from './resources/exports/resumable-export.js';
export type { RowResult, RowSchema } from './resources/exports/row-schema.js';
export { Label, type LabelData } from './resources/label.js';
export type { EnsureLabelOptions } from './resources/label-ensuring.js';
export { PlannedEvent, type PlannedEventData, type PlannedEventQuery, Planning } from './resources/planning.js';
export type { RawRequest, RawResponse } from './resources/raw-request.js';
export { Task, type TaskData } from './resources/task.js';
export type { AccountData, AccountFields } from './resources/users/account-fields.js';
export type { ActivationEmail } from './resources/users/activation.js';
export { Client, type ClientLinks } from './resources/users/client.js';
export type { ClientData, ClientFields, Gender, NewClient } from './resources/users/client-fields.js';
export type { ClientSearch } from './resources/users/client-search.js';
export type { FieldChange, FieldChanges } from './resources/users/field-changes.js';
export { Friend, type FriendData, type FriendFields, type FriendLinks } from './resources/users/friend.js';
export { type Group, Groups, type GroupsData, type KnownGroup } from './resources/users/groups.js';
export {
  type NewProfessional,
  Professional,
  type ProfessionalData,
  type ProfessionalFields,
  type ProfessionalLinks,
} from './resources/users/professional.js';
export { type NewRelation, type Predicate, Relation, type RelationData } from './resources/users/relation.js';
export type { RelationSyncOptions, RelationSyncPlan, RelationSyncResult } from './resources/users/relations-sync.js';
export { Roles, type RolesData, type RolesFields } from './resources/users/roles.js';
export type {
  ClientDeactivationOptions,
  ClientRow,
  ClientSyncOptions,
  DeactivatedUser,
  DeactivationOptions,
  FailedRow,
  PlannedRow,
  ProfessionalRow,
  SyncCounts,
  SyncedRow,
  SyncOptions,
  SyncPlan,
  SyncResult,
} from './resources/users/sync-result.js';
export type { UpsertOptions, UpsertPlan, UpsertResult } from './resources/users/upsert-plan.js';
export type { UserAddress } from './resources/users/user-address.js';
export type { WantedClient, WantedProfessional } from './resources/users/wanted-user.js';
export type { Fetch, FetchedResponse, FetchInit } from './transport/fetch.js';
export type { Logger } from './transport/logger.js';
export type { AttemptEnd, AttemptStart, CallEnd, CallStart, Hooks, RetryNotice } from './transport/observer.js';
export type { Method, Operation, ResponseInfo, RetryPolicy, RetryUntil, TokenSource } from './transport/request.js';
export type {
  AcquireOptions,
  BudgetedThrottle,
  Pace,
  Permit,
  Priority,
  RequestBudget,
  Throttle,
  ThrottleOptions,
  ThrottleStats,
} from './transport/throttle/throttle.js';
export type { FileReference, InlineFile } from './values/file.js';
export type { OwnAddress, UserReference, UserReferenceInput } from './values/user-reference.js';
