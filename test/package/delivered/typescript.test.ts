import { expect, test } from 'vitest';
import { run } from './consumer.js';

/** The oldest compiler that the package supports, the last one before 6, and the two current ones. The README names the oldest. */
const compilers = ['5.7', '5.9', '6', '7'];
const strictest = [
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noPropertyAccessFromIndexSignature',
  '--verbatimModuleSyntax',
  '--isolatedModules',
];
const projects = {
  'node16, strict': ['--module', 'node16'],
  'nodenext, as strict as can be': ['--module', 'nodenext', ...strictest],
  'bundler, as strict as can be': ['--module', 'preserve', '--moduleResolution', 'bundler', ...strictest],
};
/** Compiles with all declarations checked, runs what comes out, and gives what it prints. */
async function compiled(
  compiler: string,
  programs: readonly string[],
  ...options: readonly string[]
): Promise<unknown[]> {
  const built = `built/${[compiler, ...options].join('').replace(/[^\w.]/g, '')}`;
  await run(`node_modules/typescript-${compiler}/bin/tsc`, ...options, '--outDir', built);
  return Promise.all(programs.map(async (program) => JSON.parse(await run(`${built}/${program}`))));
}

const works = { id: 'EHR-1042', clients: 7, calendar: true, status: 404 };

for (const compiler of compilers) {
  for (const [name, options] of Object.entries(projects)) {
    test(`TypeScript ${compiler} takes the types with ${name}`, async () => {
      const project = ['--project', 'typescript/tsconfig.json', ...options];
      expect(await compiled(compiler, ['program.mjs', 'program.cjs'], ...project)).toEqual([works, works]);
    });
  }

  test(`TypeScript ${compiler} takes the types without those of Node`, async () => {
    await run(`node_modules/typescript-${compiler}/bin/tsc`, '--project', 'typescript/tsconfig.portal.json');
  });
}

test.each(['true', 'false'])('TypeScript 5.7 takes the types with node10, strict: %s', async (strict) => {
  const project = ['--project', 'typescript/tsconfig.commonjs.json', '--module', 'commonjs'];
  const options = ['--moduleResolution', 'node10', '--strict', strict];
  expect(await compiled('5.7', ['program.cjs'], ...project, ...options)).toEqual([works]);
});
