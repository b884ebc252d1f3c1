import type { KindsThereAre } from '../hypermedia/kinds.js';
import { Resource } from '../hypermedia/resource.js';
import type { ResourceType } from '../hypermedia/session.js';
import { Application } from './application.js';
import { CatalogueItem } from './catalogue-item.js';
import { changesPart } from './changes.js';
import { Client } from './client.js';
import { Conversation } from './conversation.js';
import { Friend } from './friend.js';
import { administrationPart, diaryPart, filesPart } from './parts.js';
import { PlannedEvent, Planning } from './planning.js';
import { Task } from './task.js';

/** The kinds of resources that have a class of their own, and where to find those that few need. */
export const kinds: KindsThereAre<ResourceType<unknown>> = {
  known: [Application, Client, Friend, CatalogueItem, Task, Planning, PlannedEvent, Conversation],
  onDemand: [
    { types: ['diary', 'diary/schema/entry#'], load: diaryPart },
    { types: ['export/job'], load: filesPart },
    { types: ['change/tasks', 'change/conversations', 'change/conversation'], load: changesPart },
    {
      types: [
        ...['professional', 'user/groups', 'user/roles', 'configuration/label', 'relation'],
        ...['error/record', 'error/api', 'error/carelink', 'error/hl7'],
      ],
      load: administrationPart,
    },
  ],
  unknown: Resource,
};
