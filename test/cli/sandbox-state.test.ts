import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Application, connect } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { changedState } from '../support/changed-state.js';
import { firstOutput, run, runOnTerminal, start } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const stateFile = async () => join(await temporaryFolder(), 'sandbox.json');

/** A sandbox with that file, and a connection to it. */
async function open(file: string, ...args: string[]) {
  const child = start(['sandbox', '--port', '0', '--env', '--limits', 'off', '--state', file, ...args]);
  const { CARE_BASE_URL = '', CARE_TOKEN = '' } = parseEnv(await firstOutput(child));
  const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });
  onTestFinished(() => care.close());
  const control = (path: string, body?: unknown) => send(CARE_BASE_URL.replace('/api/2', `/_sandbox${path}`), body);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return once(child, 'exit');
  };
  return { care, control, end, token: CARE_TOKEN };
}

async function send(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.status === 204 ? undefined : response.json();
}

async function fill(care: Application, control: (path: string, body?: unknown) => Promise<unknown>): Promise<void> {
  const person = { first_name: 'Jo', last_name: 'Eigen', email: 'jo@mail.example', gender: 'f', active: true } as const;
  const client = await care.createClient({ ...person, date_of_birth: '1990-01-15', id: 'A-1' });
  const diary = await client.diary();
  const [schema] = await diary.schemas();
  await diary.addEntry(schema?.['@id'] ?? '', { dt: new Date(), mood: 'good', tension: 3 });
  await care.createLabel('Nieuw');
  const key = await control('/hooks/addConversation', ['A-1', { subject: 'Hello' }]);
  await control('/hooks/newMessage', [key]);
  await control('/hooks/assignTask', ['A-1', { title: 'Read this' }]);
  const task = await control('/hooks/assignTask', ['A-1', { title: 'Done' }]);
  await control('/hooks/completeTask', [task]);
}

async function contents(care: Application, control: (path: string) => Promise<unknown>) {
  const client = await care.client({ id: 'A-1' });
  const tasks = await client.tasks().toArray();
  const conversations = await client.conversations().toArray();
  const entries = await (await client.diary()).entries().toArray();
  const labels = await care.labels().toArray();
  return {
    url: client.url,
    tasks: tasks.map(({ data }) => data.title),
    conversations: conversations.map(({ data }) => [data.subject, data.unread]),
    entries: entries.map(({ url }) => url),
    labels: labels.map(({ data }) => data.label),
    mails: await control('/mails'),
  };
}

const paths = (text: unknown) => JSON.stringify(text).replaceAll(/http:..127.0.0.1:\d+/g, '');

test.each(['SIGINT', 'SIGTERM'] as const)('what was created is there after %s and a new start', async (signal) => {
  const file = await stateFile();
  const first = await open(file);
  await fill(first.care, first.control);
  const before = await contents(first.care, first.control);
  expect(before).toMatchObject({ tasks: ['Read this'], conversations: [['Hello', 1]] });
  expect(before.entries).toHaveLength(1);
  expect(before.mails).toHaveLength(1);
  expect(await first.end(signal)).toEqual([0, null]);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const second = await open(file);
  expect(second.token).toBe(first.token);
  expect(paths(await contents(second.care, second.control))).toBe(paths(before));
  const label = await second.care.createLabel('Another');
  expect(
    (await second.care.labels().toArray()).filter(({ data }) => data.identifier === label.data.identifier),
  ).toHaveLength(1);
});

test('a change is in the file soon, so a sandbox that is killed loses nothing', async () => {
  const file = await stateFile();
  const first = await open(file);
  await first.care.createLabel('Before the end');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('Before the end');
  expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);
  const left = readdirSync(join(file, '..')).filter((name) => !name.endsWith('.tmp'));
  expect(left).toEqual(['sandbox.json', 'sandbox.json.lock']);
  const second = await open(file);
  expect((await second.care.labels().toArray()).map(({ data }) => data.label)).toContain('Before the end');
});

test('the clock continues, and the first options may be repeated', async () => {
  const file = await stateFile();
  const options = ['--clients', '3', '--seed', '5', '--clock', '2026-03-02T09:00:00Z', '--frozen'];
  const first = await open(file, ...options);
  await first.control('/clock', { advance: { days: 30 } });
  await first.end('SIGINT');
  for (const again of [options, []]) {
    const next = await open(file, ...again);
    expect(await next.control('/clock')).toEqual({ now: '2026-04-01T09:00:00.000Z', frozen: true });
    await next.end('SIGINT');
  }
  for (const other of [
    ['--clients', '4'],
    ['--seed', '6'],
    ['--clock', '2026-03-03T09:00:00Z'],
  ]) {
    const { code, stderr } = await run(['sandbox', '--port', '0', '--state', file, ...other]);
    expect(code).toBe(2);
    expect(stderr).toContain(other[0]);
  }
});

test('the people of a file stay, and a reset goes back to them', async () => {
  const file = await stateFile();
  const people = join(file, '..', 'people.csv');
  writeFileSync(people, 'first_name,last_name,id\nOwn,Person,B-1\n');
  const first = await open(file, '--people', people);
  await (await first.care.client({ id: 'B-1' })).update({ last_name: 'Changed' });
  await first.end('SIGINT');
  const second = await open(file, '--people', people);
  expect((await second.care.client({ id: 'B-1' })).data.last_name).toBe('Changed');
  await second.control('/reset', null);
  expect((await second.care.client({ id: 'B-1' })).data.last_name).toBe('Person');
  writeFileSync(people, 'first_name,last_name,id\nOther,Person,B-1\n');
  expect((await run(['sandbox', '--port', '0', '--state', file, '--people', people])).code).toBe(2);
});

test('a file that is damaged, of another version, or no state is refused and left as it is', async () => {
  const file = await stateFile();
  await (await open(file)).end('SIGINT');
  const state = readFileSync(file, 'utf8');
  for (const content of [
    '',
    'no state',
    state.slice(0, -50),
    state.replace(/"sandboxState":\d+/, '"sandboxState":99'),
    changedState(state, () => '[['),
    changedState(state, (nodes) => nodes.replace(/("memory":)\[\d+\]/, '$1null')),
    changedState(state, (nodes) => nodes.replace(/(\["roleTokens",)\[\d+\]/, '$1[0]')),
  ]) {
    writeFileSync(file, content);
    const { code, stdout, stderr } = await run(['sandbox', '--port', '0', '--state', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
});

test('a file that cannot be read or written is refused', async () => {
  const folder = await temporaryFolder();
  for (const path of [folder, join(folder, 'none', 'sandbox.json')]) {
    expect((await run(['sandbox', '--port', '0', '--state', path])).code).toBe(2);
  }
});

test('a sandbox whose port is in use does not touch the file', async () => {
  const file = await stateFile();
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await run(['sandbox', '--port', String(port), '--state', file])).code).toBe(2);
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

test('a state that can no longer be written is reported, and the sandbox ends with 1', async () => {
  const file = join(await temporaryFolder(), 'folder', 'sandbox.json');
  mkdirSync(join(file, '..'));
  const child = start(['sandbox', '--port', '0', '--env', '--state', file]);
  await firstOutput(child);
  rmSync(join(file, '..'), { recursive: true });
  child.kill('SIGINT');
  const [[text], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect([code, text.includes(file)]).toEqual([1, true]);
});

test('on a terminal it shows where the state is, and Ctrl-C writes it', async () => {
  const file = await stateFile();
  const args = ['sandbox', '--port', '0', '--state', file];
  const { code, screen } = await runOnTerminal(args, {}, { keys: '\u0003', after: 'Ctrl-C ends it' });
  expect(code).toBe(0);
  expect(screen).toContain(file);
  chmodSync(file, 0o644);
  await (await open(file)).end('SIGINT');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a start removes the temporary files of killed sandboxes with this state, and no others', async () => {
  const file = await stateFile();
  const folder = join(file, '..');
  const { pid } = spawnSync('true');
  const stale = [`sandbox.json.${pid}.tmp`, `sandbox.json.lock.${pid}.tmp`];
  const others = [
    ...[`sandbox.json.${process.pid}.tmp`, `sandboxxjson.${pid}.tmp`, `sandbox.json.${pid}.tmp.bak`],
    ...['sandbox.json.0.tmp', 'sandbox.json.tmp', 'sandbox.json.old.tmp', `other.json.${pid}.tmp`],
  ];
  for (const name of [...stale, ...others]) writeFileSync(join(folder, name), 'half');
  mkdirSync(join(folder, `sandbox.json.${pid}0.tmp`));
  await (await open(file)).end('SIGINT');
  expect(readdirSync(folder).toSorted()).toEqual(['sandbox.json', `sandbox.json.${pid}0.tmp`, ...others].toSorted());
});

test('a file that is a symlink stays one, and its target gets the state and the lock', async () => {
  const folder = await temporaryFolder();
  const target = join(folder, 'target', 'sandbox.json');
  const link = join(folder, 'link.json');
  mkdirSync(join(target, '..'));
  await (await open(target)).end('SIGINT');
  symlinkSync(join('target', 'sandbox.json'), link);
  const first = await open(link);
  expect((await run(['sandbox', '--port', '0', '--state', target])).code).toBe(2);
  await first.care.createLabel('Through the link');
  await first.end('SIGINT');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toContain('Through the link');
  expect(readdirSync(folder).toSorted()).toEqual(['link.json', 'target']);
});

test('a symlink whose target does not exist yet stays one, and its target becomes the file', async () => {
  const folder = await temporaryFolder();
  const link = join(folder, 'link.json');
  symlinkSync('new.json', link);
  await (await open(link)).end('SIGINT');
  expect(readdirSync(folder).toSorted()).toEqual(['link.json', 'new.json']);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});
