import { catalogueStore } from './catalogue/catalogue-store.js';
import { changeStore } from './changes/changes.js';
import { conversationStore } from './conversations/conversation-store.js';
import { diaryStore } from './diary/diary-store.js';
import { exportStore } from './export/exports.js';
import { logStore } from './logs/log-store.js';
import { planStore } from './planning/plan-store.js';
import { taskStore } from './tasks/task-store.js';
import { toolStore } from './tools/tools.js';
import type { AnyStore } from './world/store.js';

/** Every store of the sandbox, in the order in which they are seeded. */
export const stores: readonly AnyStore[] = [
  changeStore,
  diaryStore,
  catalogueStore,
  toolStore,
  planStore,
  taskStore,
  conversationStore,
  exportStore,
  logStore,
];
