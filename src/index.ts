// By a star: of a file that names others one by one, esbuild follows all, also for a caller of `connect` alone. The core is the
// first load; each other file is loaded on first use, unless a program names its classes. It exports public names alone.
export * from './core.js';
export * from './errors/export-errors.js';
export * from './errors.js';
export * from './hypermedia/download.js';
export * from './resources/changes/change.js';
export * from './resources/diary/diary.js';
export * from './resources/exports/export-job.js';
export * from './resources/log-record.js';
export * from './resources/tool.js';
export * from './values/inline-file.js';
