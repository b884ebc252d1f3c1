import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ limits: false, clock: { start: new Date() } });

const watch = (...args: string[]) => run(['watch', ...args], variables);

test('--once prints what is new since the last run', async () => {
  const cursor = ['--once', '--cursor', join(await temporaryFolder(), 'changes.cursor')];
  expect(await watch(...cursor)).toEqual({ code: 0, stdout: 'resync\tstart\n', stderr: '' });
  expect(await watch(...cursor)).toEqual({ code: 0, stdout: '', stderr: '' });
  sandbox.control.assignTask('EHR-1042', { title: 'Read this' });
  const { stdout } = await watch(...cursor);
  const [kind, user, id, url = '', list] = stdout.trim().split('\t');
  expect([kind, user, id]).toEqual(['tasks', 'client', 'EHR-1042']);
  expect(list).toBe(`${url}/tasks/items`);
});

test('--json prints an object a line', async () => {
  const cursor = ['--once', '--cursor', join(await temporaryFolder(), 'changes.cursor'), '--json'];
  expect(JSON.parse((await watch(...cursor)).stdout)).toEqual({ kind: 'resync', reason: 'start' });
  sandbox.control.assignTask('EHR-1043', { title: 'Read this' });
  const { stdout } = await watch(...cursor, '--type', 'tasks');
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'change', type: 'tasks', user: expect.objectContaining({ id: 'EHR-1043' }) }),
  );
});

test('--exec gets each change on stdin, and a change whose command failed comes again', async () => {
  const cursor = ['--once', '--cursor', join(await temporaryFolder(), 'changes.cursor')];
  await watch(...cursor);
  sandbox.control.assignTask('EHR-1044', { title: 'Read this' });
  const failed = await watch(...cursor, '--exec', 'exit 3');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('ended with 3');
  const { code, stdout } = await watch(...cursor, '--exec', 'cat');
  expect(code).toBe(0);
  const documents = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(documents.map((line) => JSON.parse(line).user.id)).toContain('EHR-1044');
});

test('--exec gets no token, neither as a variable nor as an argument', async () => {
  const cursor = ['--once', '--cursor', join(await temporaryFolder(), 'changes.cursor')];
  const print = "env; tr '\\0' ' ' < /proc/$PPID/cmdline; tr '\\0' ' ' < /proc/$$/cmdline";
  const { code, stdout } = await watch(...cursor, '--exec', print);
  expect(code).toBe(0);
  expect(stdout).toContain('CARE_BASE_URL=');
  expect(stdout).toContain('--cursor');
  expect(stdout).not.toContain(variables.CARE_TOKEN);
});

test('it goes on until Ctrl-C or SIGTERM', async () => {
  const child = start(['watch'], variables);
  expect(await firstOutput(child)).toBe('resync\tstart\n');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
  const { code, screen } = await runOnTerminal(['watch'], variables, { keys: '\u0003', after: 'resync' });
  expect(code).toBe(130);
  expect(screen).not.toContain('care-platform:');
});

test('--once without --cursor, and a token that may not watch, are refused', async () => {
  const [noCursor, token] = await Promise.all([
    watch('--once'),
    run(['watch'], { ...variables, CARE_TOKEN: sandbox.tokens.apiUserPlain }),
  ]);
  expect([noCursor.code, token.code]).toEqual([2, 4]);
});
