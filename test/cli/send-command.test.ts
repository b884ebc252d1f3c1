import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { run, runOnTerminal, start } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, server, variables } = commandSandbox({ limits: false });
let file: string;
beforeEach(async () => {
  sandbox.control.reset();
  file = join(await temporaryFolder(), 'changes.json');
  writeFileSync(file, JSON.stringify({ phone_number: '+31 20 555 0100' }));
});

const care = (...args: string[]) => run(['send', ...args], variables);
const writes = () => sandbox.journal.filter(({ method }) => method !== 'GET').map(({ method, path }) => method + path);
const patch = ['patch', 'client', 'EHR-1042', '--body'];

describe('send', () => {
  test('sends nothing without --write, and says what it would send, without the values', async () => {
    const { code, stdout, stderr } = await care(...patch, file);
    expect({ code, stdout, writes: writes() }).toEqual({ code: 2, stdout: '', writes: [] });
    expect(stderr).toContain('PATCH http');
    expect(stderr).toContain('phone_number');
    expect(stderr).not.toContain('555');
  });

  test('shows names of fields that cannot move the cursor over what it would send', async () => {
    writeFileSync(file, JSON.stringify({ '\u001b[2K\rinfix': 'de' }));
    const { stderr } = await care(...patch, file);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\r');
    expect(stderr).toContain('infix');
  });

  test('sends a write once, and prints the response', async () => {
    sandbox.settings.patchResponse = '200-body';
    const { code, stdout } = await care(...patch, file, '--write', '--yes', '--fields', 'id,phone_number');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'EHR-1042\t+31 20 555 0100\n' });
    expect(writes()).toHaveLength(1);
  });

  test('sends a body from stdin to the last of several links', async () => {
    const child = start(
      ['send', 'post', 'application', 'configuration.labels', '--body', '-', '--write', '--yes', '--json'],
      variables,
    );
    child.stdin.end(JSON.stringify({ label: 'from the terminal' }));
    let output = '';
    child.stdout.on('data', (text: string) => {
      output += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(JSON.parse(output)).toMatchObject({ label: 'from the terminal' });
  });

  test('sends to a URL without reading it before', async () => {
    const [client] = (await run(['get', 'client', 'EHR-1042', '--fields', '@url'], variables)).stdout.split('\n');
    const before = sandbox.journal.length;
    expect(await care('patch', client ?? '', '--body', file, '--write', '--yes')).toMatchObject({ code: 0 });
    expect(sandbox.journal.slice(before).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  });

  test.each([[[]], [['--write']], [['--write', '--yes']]])('refuses a URL of another host with %j', async (more) => {
    const { host } = new URL(server().url);
    const urls = ['http://other.example/api/2/c/1', `http://user@${host}/api/2/c/1`, 'http://['];
    const ends = urls.map((url) =>
      runOnTerminal(['send', 'patch', url, '--body', file, ...more], variables, { keys: 'n\n', after: '[y/N]' }),
    );
    for (const { code, screen } of await Promise.all(ends)) {
      expect({ code, writes: writes() }).toEqual({ code: 2, writes: [] });
      expect(screen).not.toMatch(/\[y\/N\]|With --write/);
    }
  });

  test('does not send a write again whose response was lost', async () => {
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST' });
    writeFileSync(file, JSON.stringify({ label: 'once' }));
    const words = ['post', 'application', 'configuration.labels', '--body', file, '--write', '--yes'];
    const { code, stderr } = await care(...words);
    expect({ code, writes: writes().length }).toEqual({ code: 1, writes: 1 });
    expect(stderr).toMatch(/^care-platform: .+\n$/);
    expect(stderr).not.toContain('retryPolicy');
  });

  test.each([
    ['y\n', 0, 1],
    ['n\n', 1, 0],
    ['\n', 1, 0],
    ['\u0004', 1, 0],
    ['\u0003', 130, 0],
  ])('asks on a terminal: the answer %j ends with %i', async (keys, code, count) => {
    const ended = await runOnTerminal(['send', ...patch, file, '--write'], variables, { keys, after: '[y/N]' });
    expect({ code: ended.code, writes: writes().length }).toEqual({ code, writes: count });
  });

  test('says that a write may have been applied that Ctrl-C has ended', async () => {
    sandbox.faults.add({ kind: 'stall', when: 'after', method: 'PATCH' });
    const child = start(['send', ...patch, file, '--write', '--yes'], variables);
    let output = '';
    child.stderr.on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => writes().length, { timeout: 20_000 }).toBe(1);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(output).toContain('may have been applied');
  });

  test('ends at the first Ctrl-C while it waits for a body from the terminal', async () => {
    const args = ['send', ...patch, '-', '--write', '--yes'];
    const ended = await runOnTerminal(args, variables, { keys: '\u0003', after: 'Ctrl-D' });
    expect({ code: ended.code, writes: writes() }).toEqual({ code: 130, writes: [] });
  });

  test('takes a body that Windows has saved in UTF-8, and refuses it in another encoding', async () => {
    sandbox.settings.patchResponse = '200-body';
    const name = JSON.stringify({ first_name: 'Zoë' });
    const send = async (content: Buffer) => {
      writeFileSync(file, content);
      const { code, stdout } = await care(...patch, file, '--write', '--yes', '--fields', 'first_name');
      return [code, stdout];
    };
    expect(await send(Buffer.from(name, 'latin1'))).toEqual([2, '']);
    expect(await send(Buffer.from(name, 'utf16le'))).toEqual([2, '']);
    expect(await send(Buffer.from(`\ufeff${name}`))).toEqual([0, 'Zoë\n']);
    expect(writes()).toHaveLength(1);
  });

  test('refuses a number that JavaScript would round, since another one would be sent', async () => {
    for (const [number, code] of [
      ['9007199254740993', 2],
      ['9007199254740991', 1],
    ] as const) {
      writeFileSync(file, `{"infix":{"more":[${number}]}}`);
      expect(await care(...patch, file, '--write', '--yes')).toMatchObject({ code });
    }
    // The platform refuses the other one, which is no text.
    expect(writes()).toHaveLength(1);
  });

  test.each([
    ['no terminal to ask on', [...patch, 'FILE', '--write']],
    ['a body from stdin and a question', [...patch, '-', '--write']],
    ['no body to change with', ['patch', 'client', 'EHR-1042', '--write', '--yes']],
    ['a body to delete with', ['delete', 'client', 'EHR-1042', '--body', 'FILE', '--write', '--yes']],
    ['no link to post to', ['post', 'client', 'EHR-1042', '--write', '--yes']],
    ['a list', ['post', 'clients', '--body', 'FILE', '--write', '--yes']],
    ['another method', ['put', 'client', 'EHR-1042', '--write', '--yes']],
    ['a body that is a list', [...patch, 'LIST', '--write', '--yes']],
  ])('refuses %s before it sends a write', async (_, args) => {
    const list = `${file}.list`;
    writeFileSync(list, '["secret"]');
    const names: Record<string, string> = { FILE: file, LIST: list };
    const { code, stderr } = await care(...args.map((word) => names[word] ?? word));
    expect({ code, writes: writes() }).toEqual({ code: 2, writes: [] });
    expect(stderr).not.toContain('secret');
  });

  test('ends with 3 for a link that is not there, and with 4 for a refusal', async () => {
    const missing = await care('post', 'client', 'EHR-1042', 'nothing', '--write', '--yes');
    expect(missing.code).toBe(3);
    const secretary = { ...variables, CARE_TOKEN: 'not valid' };
    expect((await run(['send', ...patch, file, '--write', '--yes'], { ...secretary, CARE_TOKEN: 'wrong' })).code).toBe(
      4,
    );
  });
});
