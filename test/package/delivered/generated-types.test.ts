import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'care-platform';
import { generateTypes } from 'care-platform/node';
import { createSandbox } from 'care-platform/sandbox';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { consumers, run } from './consumer.js';

const folder = join(consumers, 'typescript', 'installation');
const names = ['a"b', "a'b", 'a*/b', 'a\nb', 'a\\', 'a\u2028b', '\u202e', '😀', 'half \ud83d', '__proto__', ''];

/** The types of the sandbox, and those of an installation whose names look like code. */
beforeAll(async () => {
  const sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const { text } = await generateTypes(care, { exports: { client: ['id', 'name'] } });
  writeFileSync(join(folder, 'care-installation.mts'), text);
  const program = readFileSync(join(folder, 'program.mts'), 'utf8');
  writeFileSync(join(folder, 'care-installation.cts'), text);
  writeFileSync(join(folder, 'program.cts'), program.replace('care-installation.mjs', 'care-installation.cjs'));
  for (const name of names.filter((label) => label !== '')) sandbox.control.addLabel(name);
  const fields = names.map((name) => ({ name, title: name, type: 'text' as const }));
  sandbox.control.configureDiary('EHR-1042', [{ name: 'x', version: 1, title: 'X', icons: {}, fields }]);
  const hostile = await generateTypes(care, { clientIds: ['EHR-1042'], exports: { '*/': names }, merge: false });
  writeFileSync(join(folder, 'hostile.mts'), hostile.text);
  care.close();
});

const compilers = ['5.7', '5.9', '6', '7'];
const strictest = [
  ...['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noPropertyAccessFromIndexSignature'],
  ...['--verbatimModuleSyntax', '--isolatedModules', '--noUnusedLocals'],
];

/** Complaints of the compiler. */
async function complaints(compiler: string, files: readonly string[], ...options: readonly string[]): Promise<string> {
  const config = join('typescript', `tsconfig.${[compiler, ...files].join('-').replace(/[^\w.]/g, '')}.json`);
  const settings = { extends: './tsconfig.installation.json', files: files.map((file) => `installation/${file}`) };
  writeFileSync(join(consumers, config), JSON.stringify(settings));
  const compile = run(`node_modules/typescript-${compiler}/bin/tsc`, '--project', config, ...options);
  return compile.catch((failure: Error) => failure.message);
}

for (const compiler of compilers) {
  test(`TypeScript ${compiler} takes what the installation has, and refuses what is misspelt`, async () => {
    const files = ['program.mts', 'care-installation.mts', 'hostile.mts'];
    expect(await complaints(compiler, files, '--module', 'nodenext')).toBe('');
    expect(await complaints(compiler, files, '--module', 'nodenext', ...strictest)).toBe('');
    const bundler = ['--module', 'preserve', '--moduleResolution', 'bundler'];
    expect(await complaints(compiler, files, ...bundler, ...strictest)).toBe('');
  });

  test(`TypeScript ${compiler} takes the file in CommonJS`, async () => {
    expect(await complaints(compiler, ['program.cts', 'care-installation.cts'], '--module', 'nodenext')).toBe('');
  });
}

test('without a file that merges, the same names compile as before', async () => {
  const merged = readFileSync(join(folder, 'care-installation.mts'), 'utf8');
  onTestFinished(() => writeFileSync(join(folder, 'care-installation.mts'), merged));
  writeFileSync(join(folder, 'care-installation.mts'), merged.slice(0, merged.indexOf('declare module')));
  const found = await complaints('6', ['program.mts', 'care-installation.mts'], '--module', 'nodenext');
  const lines = readFileSync(join(folder, 'program.mts'), 'utf8').split('\n');
  const refusals = lines.filter((line) => line.includes('@ts-expect-error'));
  expect(refusals.length).toBeGreaterThan(15);
  // All but those that were refused before: two without a time, an option of exports, and a label by the interface.
  expect(found.match(/error TS2578/g)).toHaveLength(refusals.length - 4);
});
