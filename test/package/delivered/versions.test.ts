import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';

const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

/** Prints the version of each package of which Node loads a file. */
const program = `
  import { readFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const versions = {};
  registerHooks({
    load(url, context, next) {
      const [folder] = /.*\\/node_modules\\/(?:@[^/]+\\/)?[^/]+/.exec(url) ?? [];
      if (folder !== undefined) {
        const { name, version } = JSON.parse(readFileSync(new URL(folder + '/package.json')));
        versions[name] = version;
      }
      return next(url, context);
    },
  });
  await import('care-platform');
  console.log(JSON.stringify(versions));
`;

interface Component {
  readonly name: string;
  readonly version: string;
}

test('in ESM, `npm ls` and an SBOM of a consumer name the versions that run', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "version": "1.0.0" }');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const run = async (command: string, ...words: string[]) =>
    (await promisify(execFile)(command, words, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout;
  await run('npm', 'install', ...quiet, inject('tarball'));

  const running: Record<string, string> = JSON.parse(
    await run(process.execPath, '--input-type=module', '--eval', program),
  );
  expect(Object.keys(running)).toEqual(expect.arrayContaining(['care-platform', 'ky', 'zod']));

  const { dependencies } = JSON.parse(await run('npm', 'ls', '--all', '--json'));
  const { components }: { components: Component[] } = JSON.parse(
    await run('npm', 'sbom', '--sbom-format', 'cyclonedx'),
  );
  const listed = { ...dependencies, ...dependencies['care-platform'].dependencies };
  for (const [name, version] of Object.entries(running)) {
    expect([name, listed[name]?.version]).toEqual([name, version]);
    expect(components.filter((component) => component.name === name).map((component) => component.version)).toEqual([
      version,
    ]);
  }
});

test('the ESM files of the main entry carry along no code of another package', () => {
  const folder = join(inject('consumers'), 'node_modules/care-platform/dist');
  const map: { sources: string[] } = JSON.parse(readFileSync(join(folder, 'index.node.js.map'), 'utf8'));
  expect(map.sources.length).toBeGreaterThan(100);
  expect(map.sources.filter((source) => source.includes('node_modules/'))).toEqual([]);
});
