import type { ResourceKinds } from '../hypermedia/kinds.js';
import { Resource } from '../hypermedia/resource.js';
import type { ResourceType } from '../hypermedia/session.js';
import { Application } from './application.js';
import { CatalogueItem } from './catalogue-item.js';
import { Client } from './client.js';
import { Conversation } from './conversation.js';
import { Friend } from './friend.js';
import { Groups } from './groups.js';
import { Label } from './label.js';
import { loadChanges, loadDiary, loadExports, loadLogs } from './lazy.js';
import { PlannedEvent, Planning } from './planning.js';
import { Professional } from './professional.js';
import { Relation } from './relation.js';
import { Roles } from './roles.js';
import { Task } from './task.js';

/** The kinds of resources that have a class of their own, and what loads those that few programs need. */
export const resourceKinds: ResourceKinds<ResourceType<unknown>> = {
  known: [
    ...[Application, Client, Friend, Professional, Groups, Roles, Label, Relation],
    ...[CatalogueItem, Task, Planning, PlannedEvent, Conversation],
  ],
  lazy: {
    diary: async () => (await loadDiary()).Diary,
    'diary/schema/entry#': async () => (await loadDiary()).DiaryEntry,
    'export/job': async () => (await loadExports()).ExportJob,
    'change/tasks': async () => (await loadChanges()).TasksChange,
    'change/conversations': async () => (await loadChanges()).ConversationsChange,
    // One passage of the documentation spells it without the s.
    'change/conversation': async () => (await loadChanges()).ConversationsChange,
    'error/record': async () => (await loadLogs()).ClientAccessRecord,
    'error/api': async () => (await loadLogs()).ApiErrorRecord,
    'error/carelink': async () => (await loadLogs()).CarelinkErrorRecord,
    'error/hl7': async () => (await loadLogs()).Hl7ErrorRecord,
  },
  unknown: Resource,
};
