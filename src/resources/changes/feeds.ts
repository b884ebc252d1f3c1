// One lazy module for all feeds: most of their code is shared.
export { ConversationsChange, changeFeed, TasksChange } from './change-feed.js';
export { mirrorConversations } from './conversation-mirror.js';
export { mirrorTasks } from './task-mirror.js';
