// With named exports, esbuild would load every module for a program that uses only `connect`. So each file is exported with a
// star, and contains public names only. The core is the first load. The others are lazy, unless a program names their classes.
export * from './core.js';
export * from './errors/export-errors.js';
export * from './errors.js';
export * from './hypermedia/download.js';
export * from './resources/changes/change.js';
export * from './resources/choices.js';
export * from './resources/diary/diary.js';
export type * from './resources/diary/installed-diary.js';
export * from './resources/exports/export-job.js';
export * from './resources/input-schemas.js';
export type * from './resources/installation.js';
export * from './resources/log-record.js';
export * from './resources/tool.js';
export * from './resources/writes/operation-table.js';
export * from './transport/throttle/throttle-from.js';
export * from './values/choice.js';
export * from './values/inline-file.js';
export type * from './values/standard-schema.js';
