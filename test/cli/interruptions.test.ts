import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultScope } from 'care-platform/sandbox';
import { afterEach, expect, test } from 'vitest';
import { runOnTerminal } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { type CommandPlace, connectedCommands } from '../support/command-table.js';
import { until } from '../support/raw-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ clients: 150, limits: false, clock: { start: new Date() } });
afterEach(() => sandbox.faults.clear());

interface Moment {
  /** The request that gets no response; default: the first one after that for the root. */
  readonly request?: FaultScope;
  /** What the person must know after Ctrl-C. */
  readonly note?: RegExp;
  readonly files?: readonly string[];
}

const moments: Readonly<Record<string, Moment>> = {
  get: { request: { path: '/c/items', skip: 1 } },
  send: { request: { method: 'PATCH' }, note: /may have been applied/, files: ['body.json'] },
  'export start': { request: { method: 'POST' }, note: /may have started: care-platform export list/ },
  'export --to': { request: { method: 'POST' }, note: /run the same command again/, files: ['care.db'] },
  'types --check': { files: ['care.ts'] },
};

/** They save a file. A piece of it must not stay. */
const savers = {
  'a download': { args: ['follow', 'client', 'EHR-1042', 'planning.ics'], role: 'apiUser', path: /ics$/ },
  'an export': { args: ['export', 'start', 'client'], role: 'dataOfficer', path: /download$/ },
} as const;

/** Presses Ctrl-C when the request has arrived. */
async function interrupt(args: readonly string[], role: keyof typeof sandbox.tokens, request: FaultScope) {
  const times = 1000;
  sandbox.faults.add({ kind: 'stall', when: 'before', times, ...request });
  const hasArrived = () => sandbox.faults.pending.every(({ left }) => left.times < times);
  return runOnTerminal(
    // Without Ctrl-C, the command would go on for longer than the test.
    [...args, '--timeout', '3600'],
    { ...variables, CARE_TOKEN: sandbox.tokens[role] },
    { keys: '\u0003', when: () => until(hasArrived) },
  );
}

test.each(Object.entries(connectedCommands))('Ctrl-C ends %s with 130 while a request runs', async (name, command) => {
  const { request = { path: /^\/./ }, note, files = [] } = moments[name] ?? {};
  const folder = await temporaryFolder();
  const place: CommandPlace = { baseUrl: variables.CARE_BASE_URL ?? '', folder };
  const { code, screen } = await interrupt(command.args(place), command.role ?? 'apiUser', request);
  expect(code).toBe(130);
  expect(screen).not.toMatch(/^care-platform:| {4}at /m);
  if (note !== undefined) expect(screen).toMatch(note);
  expect(readdirSync(folder)).toEqual(files);
  if (files.includes('care.ts')) expect(readFileSync(join(folder, 'care.ts'), 'utf8')).toBe('');
});

test.each(Object.entries(savers))('Ctrl-C leaves no piece of %s', async (_, { args, role, path }) => {
  const folder = await temporaryFolder();
  const { code } = await interrupt([...args, '--output', `${folder}/`], role, { path });
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});
