// Exports and downloads: what is loaded when the first one is asked for.
import { ExportJob } from './export-job.js';

export { Download } from '../hypermedia/download.js';
export { newExport } from './export-options.js';
export { ExportJob };

export const kinds = [ExportJob];
