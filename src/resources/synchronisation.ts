// One lazy module for what reads before it writes.
export { ensureLabel } from './label-ensuring.js';
export { setLabels } from './label-texts.js';
export { syncRelations } from './users/relations-sync.js';
