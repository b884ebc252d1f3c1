import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltPackage, buildPackage } from '../services/built-package.js';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
}, 60_000);
afterAll(() => built.remove());

/** Reads the rows of an export in both formats. */
const program = `
  const sandbox = createSandbox({ settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  let count = 0;
  for (const output_format of ['csv', 'json']) {
    const job = await (await care.startExport({ name: 'client', output_format })).completed({ interval: 1 });
    for await (const row of job.rows()) if (row.id === 'EHR-1042') count++;
  }
  console.log(count);
`;

function run(kind: 'commonjs' | 'module', code: string): string {
  const options = { cwd: built.folder, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, [`--input-type=${kind}`, '--eval', code], options).trim();
}

test('rows are read from the built package as a module', () => {
  const imports = "import { connect } from './index.js'; import { createSandbox } from './sandbox/index.js';";
  expect(run('module', imports + program)).toBe('2');
});

test('rows are read from the built package as CommonJS', () => {
  const imports =
    "const { connect } = require('./index.cjs'); const { createSandbox } = require('./sandbox/index.cjs');";
  expect(run('commonjs', `${imports} (async () => { ${program} })();`)).toBe('2');
});

test.each(['js', 'cjs'])('the parsers of rows are not in index.%s, and need no eval', (extension) => {
  const file = (name: string) => readFileSync(join(built.folder, `${name}.${extension}`), 'utf8');
  const parsers = /BAD_DELIMITERS|TokenParserError/;
  expect(file('rows/index')).toMatch(parsers);
  expect(file('index')).not.toMatch(parsers);
  expect(file('rows/index')).not.toMatch(/\beval\(|new Function/);
});

test('they are loaded when rows are read, not before', () => {
  const code =
    "require('./index.cjs'); console.log(Object.keys(require.cache).filter((name) => /rows/.test(name)).length)";
  expect(run('commonjs', code)).toBe('0');
});
