// The change feed and the mirror: what is loaded when changes are asked for.
import { ConversationChange, ConversationsChange, TasksChange } from './change.js';

export { changeFeed } from './change-feed.js';
export { mirrorTasks } from './task-mirror.js';

export const kinds = [TasksChange, ConversationsChange, ConversationChange];
