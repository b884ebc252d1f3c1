export { Change, type ChangeData, ConversationsChange, TasksChange } from '../resources/change.js';
