import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
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

test.each(['js', 'cjs'])('the parsers of rows are in rows/index.%s alone, and need no eval', (extension) => {
  const parsers = /BAD_DELIMITERS|TokenParserError/;
  const files = globSync(`{.,public,rows}/*.${extension}`, { cwd: built.folder });
  const text = (name: string) => readFileSync(join(built.folder, name), 'utf8');
  expect(files.filter((name) => parsers.test(text(name)))).toEqual([`rows/index.${extension}`]);
  expect(text(`rows/index.${extension}`)).not.toMatch(/\beval\(|new Function/);
});

test('they are loaded when rows are read, not before', () => {
  const code =
    "require('./index.cjs'); console.log(Object.keys(require.cache).filter((name) => /rows/.test(name)).length)";
  expect(run('commonjs', code)).toBe('0');
});

const newClient = `{ first_name: 'Fenna', last_name: 'Voorbeeld', active: true, email: 'f@mail.example', gender: 'f', date_of_birth: '1990-01-15' }`;

/** Calls, each with the part that it needs first. */
const calls = [
  ['administration-part', 'client.update({ phone_number: "020" })'],
  ['administration-part', `care.createClient(${newClient})`],
  ['reconcile', `care.createClient(${newClient})`],
  ['reconcile', 'client.deactivate()'],
  ['diary-part', 'client.diarySchemas()'],
  ['files-part', 'care.startExport({ name: "client" })'],
  ['changes-part', 'care.watchChanges().next()'],
];

test('a call whose lazy module is gone sends nothing, reports why, and works once the module is there', () => {
  const code = `
    import { globSync, renameSync } from 'node:fs';
    import { connect } from './index.js';
    import { createSandbox } from './sandbox/index.js';
    const sandbox = createSandbox();
    const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    const client = await care.client({ id: 'EHR-1042' });
    const outcomes = [];
    async function without(part, call) {
      const [file] = globSync(part + '-*.js');
      const before = sandbox.journal.length;
      renameSync(file, 'gone.js');
      const { name } = await call().catch((error) => error);
      renameSync('gone.js', file);
      outcomes.push({ name, sent: sandbox.journal.length - before });
    }
    ${calls.map(([part, call]) => `await without('${part}', () => ${call});`).join('\n')}
    ${[...new Set(calls.map(([, call]) => `await ${call};`))].join('\n')}
    console.log(JSON.stringify(outcomes));
    process.exit();
  `;
  const refused = { name: 'PartNotLoadedError', sent: 0 };
  expect(JSON.parse(run('module', code))).toEqual(calls.map(() => refused));
});
