// One lazy module for jobs and their rows.
export { ExportJob } from './export-job.js';
export { exportRows } from './resumable-export.js';
export { startExport } from './start-export.js';
