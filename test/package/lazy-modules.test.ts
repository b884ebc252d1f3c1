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
    const job = await (await care.startExport({ name: 'client', output_format })).waitForCompletion({ interval: 1 });
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
  const files = globSync(`{.,errors,hypermedia,resources,rows,values}/*.${extension}`, { cwd: built.folder });
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
const newProfessional = `{ first_name: 'Pia', last_name: 'Nieuw', active: true, email: 'p@mail.example' }`;

/** Calls, each with the file that it needs first. */
const calls = [
  ['user-writes-*', `care.upsertClient('EHR-9', ${newClient})`],
  ['user-writes-*', `care.syncClients([{ id: 'EHR-9', ...${newClient} }]).next()`],
  ['synchronisation-*', 'client.syncRelations([])'],
  ['synchronisation-*', "care.ensureLabel('new')"],
  ['synchronisation-*', "client.setLabels(['new'])"],
  ['item-work-*', 'care.clients().forEach(() => undefined)'],
  ['resources/diary/diary', 'client.diarySchemas()'],
  ['exports-*', 'care.startExport({ name: "client" })'],
  ['feeds-*', 'care.watchChanges().next()'],
];

test('a call whose lazy module is gone sends nothing, reports why, and works once the module is there', () => {
  const code = `
    import { globSync, renameSync } from 'node:fs';
    import { connect } from './core.js';
    import { createSandbox } from './sandbox/index.js';
    const sandbox = createSandbox();
    const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    const client = await care.client({ id: 'EHR-1042' });
    const outcomes = [];
    async function without(module, call) {
      const [file] = globSync(module + '.js');
      const before = sandbox.journal.length;
      renameSync(file, 'gone.js');
      const { name } = await call().catch((error) => error);
      renameSync('gone.js', file);
      outcomes.push({ name, sent: sandbox.journal.length - before });
    }
    ${calls.map(([module, call]) => `await without('${module}', () => ${call});`).join('\n')}
    ${[...new Set(calls.map(([, call]) => `await ${call};`))].join('\n')}
    console.log(JSON.stringify(outcomes));
    process.exit();
  `;
  const refused = { name: 'LazyLoadError', sent: 0 };
  expect(JSON.parse(run('module', code))).toEqual(calls.map(() => refused));
});

test('writes of clients, professionals, relations and labels need no further file, not even to verify one', () => {
  const code = `
    import { globSync, renameSync } from 'node:fs';
    import { connect } from './core.js';
    import { createSandbox } from './sandbox/index.js';
    const sandbox = createSandbox();
    const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    for (const file of globSync('{.,core,errors,hypermedia,resources,rows,values}/*.js')) renameSync(file, file + '.gone');
    const client = await care.createClient(${newClient}, { sendEmail: 'no' });
    const professional = await care.createProfessional(${newProfessional});
    const label = await care.createLabel('new');
    const relation = await client.addRelation({ professional, predicate: 'attends' });
    await (await client.update({ labels: [label.data.identifier] })).deactivate();
    await (await professional.update({ description: 'x' })).deactivate();
    await professional.setGroups(['therapists']);
    await client.mergeIn(await care.createClient({ ...${newClient}, email: 'g@mail.example' }, { sendEmail: 'no' }));
    await relation.delete();
    await (await label.rename('other')).delete();
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c' });
    await care.createClient({ ...${newClient}, email: 'h@mail.example' }, { sendEmail: 'no' });
    console.log('done');
    process.exit();
  `;
  expect(run('module', code)).toBe('done');
});
