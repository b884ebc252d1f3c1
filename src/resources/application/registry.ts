import type { ResourceKinds } from '../../hypermedia/registry.js';
import { Resource } from '../../hypermedia/resource.js';
import type { ResourceType } from '../../hypermedia/session.js';
import { CatalogueItem } from '../catalogue-item.js';
import { Conversation } from '../conversation.js';
import { Label } from '../label.js';
import { loadDiary } from '../lazy.js';
import { PlannedEvent, Planning } from '../planning.js';
import { Task } from '../task.js';
import { Client } from '../users/client.js';
import { Friend } from '../users/friend.js';
import { Groups } from '../users/groups.js';
import { Professional } from '../users/professional.js';
import { Relation } from '../users/relation.js';
import { Roles } from '../users/roles.js';
import { Application } from './application.js';
import { loadChanges, loadExports, loadLogs } from './lazy.js';

/** Kinds of resources with a class of their own. Few programs need the lazy ones. */
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
