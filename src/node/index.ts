export type { CursorStore } from '../index.js';
export { fileCursor } from './file-cursor.js';
export { type Savable, saveDownload } from './save-download.js';
