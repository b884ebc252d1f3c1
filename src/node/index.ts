export { fileCursor } from './file-cursor.js';
export { type SaveOptions, saveDownload } from './save-download.js';
