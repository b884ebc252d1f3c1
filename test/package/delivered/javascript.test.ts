import { expect, test } from 'vitest';
import { run } from './consumer.js';

test.each(['module.mjs', 'commonjs.cjs'])('all entries do their work in JavaScript (%s)', async (program) => {
  expect(JSON.parse(await run(`javascript/${program}`))).toEqual({
    clients: 7,
    calendar: true,
    error: true,
    rows: 1,
    saved: true,
    redis: 'function',
    telemetry: 'function',
  });
});

test('imported and required in one process, the package keeps one budget and knows its errors', async () => {
  expect(JSON.parse(await run('javascript/both.mjs'))).toEqual({
    copies: 2,
    refused: 0,
    sentTogether: [true, true],
    known: true,
  });
});

/** The files of packages that Node loads for a program. */
const loadedFor = async (program: string): Promise<string[]> => {
  const telling = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });`;
  const printed = await run('--import', `data:text/javascript,${encodeURIComponent(telling)}`, '--eval', program);
  return printed.split('\n').flatMap((url) => /(?<=\/node_modules\/).*/.exec(url) ?? []);
};

test.each([
  ['imported', "await import('care-platform')", 'care-platform/dist/index.node.js', ['ky', 'p-queue', 'zod']],
  ['required', "require('care-platform')", 'care-platform/dist/index.cjs', ['zod']],
])('%s by Node, the package is one file of its own beside its dependencies', async (_, program, file, dependencies) => {
  const loaded = await loadedFor(program);
  expect(loaded.filter((path) => path.startsWith('care-platform/'))).toEqual([file]);
  const others = new Set(loaded.map((path) => path.slice(0, path.indexOf('/'))));
  expect([...others].sort()).toEqual(['care-platform', ...dependencies].sort());
});
