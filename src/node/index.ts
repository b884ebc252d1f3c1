export type { CursorStore } from 'care-platform';
export { fileCursor } from './file-cursor.js';
export { type Savable, saveDownload } from './save-download.js';
export {
  type GeneratedTypes,
  type GenerateTypesOptions,
  generateTypes,
  type InstallationPart,
  type SampleSize,
} from './types/generate-types.js';
