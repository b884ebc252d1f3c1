// By a star, since esbuild would follow every file that is named here, also to callers of `connect` alone. The names are in
// these files: the core, the errors, and the kinds of resources that each part brings when it is first needed.
export * from './public/administration.js';
export * from './public/changes.js';
export * from './public/core.js';
export * from './public/diaries.js';
export * from './public/errors.js';
export * from './public/files.js';
