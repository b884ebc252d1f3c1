import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const complete = async (...words: string[]) => {
  const { stdout } = await run(['completion', 'bash', '--', ...words]);
  return stdout.split('\n').slice(0, -1);
};

test('words are completed by what there is', async () => {
  const found = await Promise.all([
    complete('exp'),
    complete('export', ''),
    complete('get', 'cl'),
    complete('get', 'client', ''),
    complete('watch', '--c'),
    complete('sandbox', '--allow'),
    complete('ty'),
    complete('types', '--ch'),
    complete('check', '--only', '2.2'),
    complete('check', '--only', 'ROOT-'),
  ]);
  expect(found).toEqual([
    ['export'],
    ['start', 'resume', 'list', 'cancel'],
    ['clients', 'client-access-log', 'client'],
    [],
    ['--cursor'],
    ['--allow-host'],
    ['types'],
    ['--check'],
    ['2.2', '2.2.1'],
    ['ROOT-1', 'ROOT-2', 'ROOT-5', 'ROOT-6'],
  ]);
});

test('bash completes with the script', async () => {
  const folder = await temporaryFolder();
  const program = [process.execPath, '--import', resolve('test/support/source-package.ts'), resolve('src/cli.ts')];
  writeFileSync(join(folder, 'care-platform'), `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`, { mode: 0o755 });
  const script = `eval "$(care-platform completion bash)"
    COMP_WORDS=(care-platform get prof); COMP_CWORD=2; _care_platform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  expect(stdout.split('\n').slice(0, -1)).toEqual(['professionals', 'professional']);
});

test('another shell is refused', async () => {
  expect(await run(['completion', 'powershell'])).toMatchObject({ code: 2, stdout: '' });
});
