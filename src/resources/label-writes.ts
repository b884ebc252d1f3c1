export { ensureLabel } from './label-ensuring.js';
export { setLabels } from './label-texts.js';
