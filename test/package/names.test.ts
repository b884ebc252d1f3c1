import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltPackage, buildPackage } from '../services/built-package.js';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
}, 60_000);
afterAll(() => built.remove());

const entries = ['index', 'calendar/index', 'node/index', 'opentelemetry/index', 'redis/index', 'sandbox/index'];
const files = ['index.node.js', ...entries.flatMap((entry) => [`${entry}.js`, `${entry}.cjs`])];

/** Consoles, loggers and error trackers print the name that a class or function has in the built file. */
test.each(files)('every class and function of %s has the name that it is exported by', (file) => {
  const program = `
    import { createRequire } from 'node:module';
    const file = './${file}';
    const entry = file.endsWith('.cjs') ? createRequire(process.cwd() + '/')(file) : await import(file);
    const named = Object.entries(entry).filter(([name, value]) => typeof value === 'function' && name !== 'default');
    console.log(JSON.stringify(named.map(([exported, { name }]) => ({ exported, name }))));
  `;
  const found: { exported: string; name: string }[] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: built.folder, encoding: 'utf8' }),
  );
  expect(found.filter(({ exported, name }) => exported !== name)).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
