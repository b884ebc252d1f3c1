import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, runOnTerminal } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('the help of each command has its options and two examples', async () => {
  const { stdout } = await run(['--help']);
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  expect(names).toEqual(
    expect.arrayContaining(['doctor', 'check', 'get', 'links', 'follow', 'export', 'watch', 'sandbox']),
  );
  for (const name of names) {
    const help = await run(['help', name]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    const [, examples = ''] = /\nExamples:\n((?: {2}\S.*\n)+)/.exec(help.stdout) ?? [];
    expect(examples.split('\n').filter((line) => line.includes(`care-platform ${name}`)).length).toBeGreaterThan(1);
    expect(help.stdout).toContain('--help');
    expect((await run([name, '--help'])).stdout).toBe(help.stdout);
  }
});

test('the help lists the exit codes', async () => {
  const { stdout } = await run(['help']);
  const [, codes = ''] = /\nExit codes:\n((?: {2}\d.*\n)+)/.exec(stdout) ?? [];
  expect([...codes.matchAll(/^ {2}(\d+)/gm)].map(([, code]) => Number(code))).toEqual([0, 1, 2, 3, 4, 5, 6, 130]);
});

test('headings are bold on a terminal, and plain in a pipe and with NO_COLOR', async () => {
  const bold = '\u001b[1m';
  const [terminal, plain, pipe] = await Promise.all([
    runOnTerminal(['help']),
    runOnTerminal(['help'], { NO_COLOR: '1' }),
    run(['help']),
  ]);
  expect(terminal.screen).toContain(bold);
  expect(plain.screen).not.toContain('\u001b');
  expect(pipe.stdout).not.toContain('\u001b');
});

test('a token as an argument is refused', async () => {
  const { code, stderr, stdout } = await run(['get', 'clients', '--token', 'svc-secret']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('CARE_TOKEN');
  expect(stderr).not.toContain('svc-secret');
});

test('a setting that is missing is named', async () => {
  const [none, noToken] = await Promise.all([
    run(['get', 'clients']),
    run(['get', 'clients'], { CARE_BASE_URL: 'https://app.example.org' }),
  ]);
  expect([none.code, noToken.code]).toEqual([2, 2]);
  expect(none.stderr).toContain('CARE_BASE_URL is not set');
  expect(noToken.stderr).toContain('CARE_TOKEN is not set');
});

test('a profile that others can read is refused, as is one that is missing or a folder', async () => {
  const folder = await temporaryFolder();
  const profile = join(folder, 'test.env');
  await writeFile(profile, 'CARE_BASE_URL=https://app.example.org\nCARE_TOKEN=svc-secret\n');
  await chmod(profile, 0o640);
  const [open, missing, noFile] = await Promise.all(
    [profile, join(folder, 'none'), folder].map((path) => run(['get', 'clients', '--profile', path])),
  );
  expect([open?.code, missing?.code, noFile?.code]).toEqual([2, 2, 2]);
  expect(open?.stderr).toContain(`chmod 600 ${profile}`);
  expect(open?.stderr).not.toContain('svc-secret');
  expect(missing?.stderr).toContain('ENOENT');
});
