// Exports and downloads: what is loaded when the first one is asked for.
import { Download } from '../hypermedia/download.js';
import { ExportJob } from './export-job.js';

export { startedExport } from './export-start.js';
export { openedFile } from './stored-file.js';
export { Download, ExportJob };

export const kinds = [ExportJob];
