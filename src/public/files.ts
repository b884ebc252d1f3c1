export { Download, type DownloadProgress, type ReadOptions } from '../hypermedia/download.js';
export { ExportJob, type ExportJobData, type ExportJobLinks, type ExportState } from '../resources/export-job.js';
export { type FileSource, inlineFile } from '../values/inline-file.js';
