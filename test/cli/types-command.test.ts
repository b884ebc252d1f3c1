import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, runOnTerminal } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ limits: false, clock: { start: new Date() } });

const types = (...args: string[]) => run(['types', ...args], variables);
const few = ['--clients', '1', '--professionals', '1'];

test('types writes the file, and says what it was made of', async () => {
  const file = join(await temporaryFolder(), 'care.ts');
  const { code, stdout, stderr } = await types(file, '--export', 'client=id,name', '--export', 'client=email');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/diaries of 11 clients, the groups of 8 professionals, 0 export jobs\.\nWrote .*care\.ts\n$/);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('"client": "email" | "id" | "name";');
  expect(text).toContain('entry#mood:2');
  expect(text).not.toContain(sandbox.tokens.apiUser);
  const again = await types(file, '--export', 'client=id,name,email');
  expect(again.stderr).toContain('is up to date');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('types writes to a pipe and a terminal, under a name, and without merging', async () => {
  const args = ['-', '--name', 'TestCare', '--no-merge', ...few];
  const [pipe, terminal] = await Promise.all([types(...args), runOnTerminal(['types', ...args], variables)]);
  expect([pipe.code, terminal.code]).toEqual([0, 0]);
  expect(pipe.stdout).toMatch(/^export interface TestCare \{$/m);
  expect(pipe.stdout).not.toContain('declare module');
  expect(terminal.screen).toContain(pipe.stdout);
});

test('--name refuses each name that the file has already', async () => {
  const { stdout } = await types('-', '--export', 'client=id');
  const code = stdout.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|'[^'\n]*'/g, '');
  const names = new Set(code.match(/\b[A-Z]\w*\b/g));
  expect(names.delete('CareInstallation')).toBe(true);
  expect(names.size).toBeGreaterThan(2);
  const runs = [...names].map(async (name) => [name, (await types('-', '--name', name, ...few)).code]);
  expect(await Promise.all(runs)).toEqual([...names].map((name) => [name, 2]));
});

test('--check ends with 0 if the installation is as the file says, and else with 6 and the differences', async () => {
  const file = join(await temporaryFolder(), 'care.ts');
  await types(file, ...few);
  const before = readFileSync(file, 'utf8');
  const same = await types(file, '--check', ...few);
  expect(same).toMatchObject({ code: 0, stdout: '' });
  expect(same.stderr).toContain('is up to date');
  sandbox.control.addLabel('A "new" label\n');
  const changed = await types(file, '--check', ...few);
  expect(changed).toMatchObject({ code: 6, stdout: 'new: label "A \\"new\\" label\\n"\n' });
  expect(changed.stderr).toContain('without --check');
  expect(readFileSync(file, 'utf8')).toBe(before);
  const terminal = await runOnTerminal(['types', file, '--check', ...few], variables);
  expect(terminal.code).toBe(6);
  expect(terminal.screen).toContain('new: label');
});

test('a client that is named is the only one whose diary is read', async () => {
  const { stdout, stderr } = await types('-', '--client', 'EHR-1042', '--professionals', '0');
  expect(stderr).toContain('diaries of 1 clients');
  expect(stderr).toContain('Nothing was read of: groups.');
  expect(stdout).not.toContain('EHR-1042');
  expect(await types('-', '--client', 'EHR-9999')).toMatchObject({ code: 3, stdout: '' });
});

test('types replaces no file of another kind, and --check needs a file', async () => {
  const folder = await temporaryFolder();
  const other = join(folder, 'other.ts');
  writeFileSync(other, 'export const mine = 1;\n');
  const [written, checked, missing, pipe, directory] = await Promise.all([
    types(other, ...few),
    types(other, '--check', ...few),
    types(join(folder, 'none.ts'), '--check', ...few),
    types('-', '--check'),
    types(folder, ...few),
  ]);
  expect([written.code, checked.code, missing.code, pipe.code, directory.code]).toEqual([1, 1, 2, 2, 2]);
  expect(readFileSync(other, 'utf8')).toBe('export const mine = 1;\n');
});

test.each([
  [[]],
  [['-', '--clients', 'many']],
  [['-', '--name', 'a b']],
  [['-', '--name', 'Installation']],
  [['-', '--name', 'class']],
  [['-', '--name', 'string']],
  [['-', '--name', 'yield']],
  [['-', '--name', 'OpenChoice']],
  [['-', '--name', 'Record']],
  [['-', '--export', 'client']],
  [['-', '--export', 'client=id,']],
  [['a.ts', 'b.ts']],
  [['-', '--exports', 'client=id']],
])('types refuses %j before it sends anything', async (args) => {
  const before = sandbox.journal.length;
  expect(await types(...args)).toMatchObject({ code: 2, stdout: '' });
  expect(sandbox.journal.length).toBe(before);
});

test('a wrong token ends with 4, and a platform that cannot be reached with 5, both without a file', async () => {
  const file = join(await temporaryFolder(), 'care.ts');
  const [token, network] = await Promise.all([
    run(['types', file], { ...variables, CARE_TOKEN: 'svc-wrong' }),
    run(['types', file], { ...variables, CARE_BASE_URL: 'http://127.0.0.1:9/api/2' }),
  ]);
  expect([token.code, network.code]).toEqual([4, 5]);
  expect(token.stderr).not.toContain('svc-wrong');
  expect(() => readFileSync(file)).toThrow('ENOENT');
});
