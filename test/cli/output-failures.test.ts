import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { run, runInto, start } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ clients: 250, limits: false, clock: { start: new Date() } });
afterEach(() => sandbox.faults.clear());

/** Commands that write to stdout. */
const writers = (folder: string): Readonly<Record<string, readonly string[]>> => ({
  help: ['help'],
  'help of a command': ['help', 'get'],
  version: ['--version'],
  completion: ['completion', 'bash'],
  doctor: ['doctor'],
  'doctor --json': ['doctor', '--json'],
  check: ['check', '--only', 'LAB-1'],
  'check --list': ['check', '--list'],
  'check --junit': ['check', '--only', 'LAB-1', '--junit', '-'],
  get: ['get', 'clients', '--limit', '1'],
  'get --json': ['get', 'clients', '--json'],
  'get of a file': ['follow', 'client', 'EHR-1042', 'planning.ics'],
  links: ['links', 'application'],
  'export start': ['export', 'start', 'client'],
  'export list': ['export', 'list', '--json'],
  watch: ['watch', '--exec', `touch ${join(folder, 'made')}`],
  types: ['types', '-', '--clients', '1'],
  sandbox: ['sandbox', '--port', '0'],
});

describe('a full disk', () => {
  test('ends each command with 1 and one message, and nothing goes on', async () => {
    const folder = await temporaryFolder();
    const tokens = { ...variables, CARE_TOKEN: sandbox.tokens.dataOfficer };
    const runs = Object.entries(writers(folder)).map(async ([name, args]) => {
      const { code, stderr } = await runInto('/dev/full', args, args[0] === 'export' ? tokens : variables);
      const messages = stderr.split('\n').filter((line) => line.startsWith('care-platform: '));
      return { name, code, messages, isStack: /^ {4}at /m.test(stderr) };
    });
    for (const { name, code, messages, isStack } of await Promise.all(runs)) {
      expect({ code, messages, isStack }, name).toEqual({
        code: 1,
        messages: [expect.stringContaining('ENOSPC')],
        isStack: false,
      });
    }
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });
});

test('a reader that leaves before the first line ends each command, without a message', async () => {
  const folder = await temporaryFolder();
  const runs = Object.entries(writers(folder)).map(async ([name, args]) => {
    const role = args[0] === 'export' ? 'dataOfficer' : 'apiUser';
    const child = start(args, { ...variables, CARE_TOKEN: sandbox.tokens[role] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text: string) => {
      stderr += text;
    });
    const end = await once(child, 'close');
    return { name, end, stderr };
  });
  for (const { name, end, stderr } of await Promise.all(runs)) {
    expect(end, name).toEqual([0, null]);
    expect(stderr, name).not.toMatch(/^care-platform:| {4}at /m);
  }
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

describe('a list that breaks off', () => {
  const formats = {
    json: ['--json'],
    'csv of some fields': ['--csv', '--fields', 'id,name'],
    'csv of all fields': ['--csv'],
  };

  test.each(Object.entries(formats))('leaves nothing half-written as %s', async (_, format) => {
    sandbox.faults.add({ kind: 'drop', when: 'before', path: '/c/items', skip: 1, times: 10 });
    const { code, stdout } = await run(['get', 'clients', ...format], variables);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  });

  test('leaves whole lines otherwise, since they are read as they come', async () => {
    sandbox.faults.add({ kind: 'response', status: 503, path: '/c/items', skip: 1, times: 10 });
    const { code, stdout } = await run(['get', 'clients', '--fields', 'id'], variables);
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 1, lines: 101 });
  });
});
