import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.js';

const examples = readdirSync('examples').filter((name) => name.endsWith('.ts'));

/**
 * Runs it as its reader would, but against the sources, so that nothing has to be built. It finds a platform in its
 * environment and is given a folder to write to, which is also where it runs.
 */
async function run(name: string, folder: string): Promise<{ stdout: string; stderr: string }> {
  const sandbox = createSandbox({ settings: { exportQueuedFor: 0, exportRunsFor: 50 } });
  await using server = await sandbox.listen();
  const sources = resolve('test/support/source-package.ts');
  const options = {
    cwd: folder,
    env: { ...process.env, CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens.apiUser },
    // Long on a machine that is busy with other tests.
    timeout: 110_000,
  };
  return await promisify(execFile)(process.execPath, ['--import', sources, resolve('examples', name), folder], options);
}

describe.concurrent('examples', { timeout: 120_000 }, () => {
  test.for(examples)(
    '%s runs to its end against the sandbox, and prints something',
    async (name, { onTestFinished }) => {
      const { stdout, stderr } = await run(name, await temporaryFolder(onTestFinished));
      expect(stderr).toBe('');
      expect(stdout.trim()).not.toBe('');
    },
  );
});

/** The guide says how many lines it takes. */
const longer: Readonly<Record<string, number>> = { 'synchronisation.ts': 50 };

test.each(examples)('%s is short enough to be read in one go', (name) => {
  expect(readFileSync(join('examples', name), 'utf8').trimEnd().split('\n').length).toBeLessThan(longer[name] ?? 40);
});
