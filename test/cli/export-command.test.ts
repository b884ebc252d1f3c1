import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ limits: false, clock: { start: new Date() } }, 'dataOfficer');
afterEach(() => {
  sandbox.settings.exportQueuedFor = 0;
  sandbox.faults.clear();
});

const care = (...args: string[]) => run(args, variables);
const startClient = ['export', 'start', 'client'];

/** The URL that a message names. */
const urlIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

test('start writes the file into a pipe, and the URL of its job to stderr', async () => {
  const { code, stdout, stderr } = await care(...startClient, '--format', 'csv', '--properties', 'id,name');
  expect(code).toBe(0);
  expect(stdout.split(/\r?\n/)[0]).toBe('id,name');
  expect(stdout).toContain('EHR-1042,Fenna Voorbeeld');
  expect(stderr).toMatch(/^Started http:\S+\/export\/\w+\n$/);
});

test('start saves a file in a folder, for its owner only, also compressed', async () => {
  const folder = await temporaryFolder();
  const [plain, zipped] = await Promise.all([
    care(...startClient, '--output', `${folder}/`),
    care(...startClient, '--format', 'csv', '--gzip', '--output', join(folder, 'all.csv.gz')),
  ]);
  expect([plain, zipped]).toMatchObject([
    { code: 0, stdout: '' },
    { code: 0, stdout: '' },
  ]);
  const [json = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(JSON.parse(readFileSync(join(folder, json), 'utf8'))).toHaveLength(12);
  expect(statSync(join(folder, json)).mode & 0o777).toBe(0o600);
  expect(gunzipSync(readFileSync(join(folder, 'all.csv.gz'))).toString()).toContain('EHR-1042');
});

test('start takes the rest of a request from a file', async () => {
  const folder = await temporaryFolder();
  const [good, wrong] = ['good.json', 'wrong.json'].map((name) => join(folder, name));
  writeFileSync(good ?? '', '{"properties": ["id"]}');
  writeFileSync(wrong ?? '', '{"propertys": ["id"]}');
  const [taken, refused, missing] = await Promise.all(
    [good, wrong, join(folder, 'none')].map((path) => care(...startClient, '--format', 'csv', '--request', path ?? '')),
  );
  expect(taken?.stdout.split(/\r?\n/).slice(0, 2)).toEqual(['id', 'EHR-1042']);
  expect([refused, missing]).toMatchObject([
    { code: 2, stdout: '' },
    { code: 2, stdout: '' },
  ]);
  expect(refused?.stderr).toContain('propertys');
});

test('it shows on a terminal what goes on, and saves the file there', async () => {
  const folder = await temporaryFolder();
  const { code, screen } = await runOnTerminal([...startClient, '--output', `${folder}/`], variables);
  expect(code).toBe(0);
  expect(screen).toContain('The export is queued.');
  const lines = screen.split('\n');
  expect(lines.at(-2)).toMatch(/Saved as .*\/client-\w+\.json$/);
});

test('Ctrl-C leaves the job as it is and says how to go on, and resume does', async () => {
  sandbox.settings.exportQueuedFor = null;
  const ended = await runOnTerminal(startClient, variables, { keys: '\u0003', after: 'queued' });
  expect(ended.code).toBe(130);
  const [, resume = ''] = /To go on: care-platform (.*)/.exec(ended.screen) ?? [];
  const url = urlIn(resume);
  expect(url).toBe(urlIn(ended.screen));
  sandbox.control.stepExport(url);
  sandbox.control.stepExport(url);
  sandbox.settings.exportQueuedFor = 0;
  const { code, stdout, stderr } = await care(...resume.trim().split(' '), '--output', '-');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toHaveLength(12);
});

test('cancel ends a job, of which start then says so', async () => {
  sandbox.settings.exportQueuedFor = null;
  const child = start(startClient, variables);
  const url = urlIn(await firstOutput({ stdout: child.stderr }));
  // From here on: it may end before the command that cancels its job.
  const [message, ended] = [text(child.stderr), once(child, 'exit')];
  expect(await care('export', 'cancel', url)).toMatchObject({ code: 0, stdout: '' });
  expect(await ended).toEqual([1, null]);
  expect(await message).toContain('cancelled');
  expect(await message).not.toContain('To go on');
});

test('a file that breaks off is a failure, and leaves no piece of itself', async () => {
  const folder = await temporaryFolder();
  sandbox.faults.add({ kind: 'truncate', path: /download$/, times: 10 });
  const { code, stderr } = await care(...startClient, '--output', `${folder}/`);
  expect(code).toBe(1);
  expect(stderr).toContain('To go on');
  expect(readdirSync(folder)).toEqual([]);
});

test('a user without the role ends with 4, and wrong words with 2', async () => {
  const [role, word, format] = await Promise.all([
    run(startClient, { ...variables, CARE_TOKEN: sandbox.tokens.apiUserPlain }),
    care('export', 'begin', 'client'),
    care(...startClient, '--format', 'pdf'),
  ]);
  expect([role.code, word.code, format.code]).toEqual([4, 2, 2]);
  expect(word.stderr).toContain('There are: start, resume, list, cancel');
});

test('list prints the exports and their states', async () => {
  await care(...startClient);
  const [lines, json, table] = await Promise.all([
    care('export', 'list', '--fields', 'state,@url', '--limit', '1'),
    care('export', 'list', '--json', '--limit', '1'),
    runOnTerminal(['export', 'list'], variables, { columns: 160 }),
  ]);
  expect(lines.stdout).toMatch(/^\w+\thttp:\S+\/export\/\w+\n$/);
  expect(JSON.parse(json.stdout)).toMatchObject([{ state: expect.any(String) }]);
  expect(table.screen).toContain('completed');
});
