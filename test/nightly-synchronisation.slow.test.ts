import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.js';

/** A line of the record system's export. */
const record = (index: number, more: object = {}) => ({
  number: `EHR-${4000 + index}`,
  givenName: 'Nova',
  familyName: `Voorbeeld ${index}`,
  mail: `Nova.${index}@mail.example`,
  sex: 'F',
  birthDate: '1991-02-03',
  programmes: ['Waiting list'],
  therapists: ['PRO-1'],
  ...more,
});
const records = Array.from({ length: 12 }, (_, index) => record(index));

let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  sandbox = createSandbox({ clients: 3 });
  server = await sandbox.listen();
});
afterEach(() => server.close());

/** Starts the program of the guide, as a scheduler does at night. */
async function start(lines: readonly unknown[], ...options: readonly string[]): Promise<ChildProcess> {
  const folder = await temporaryFolder(onTestFinished);
  const path = join(folder, 'records.ndjson');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const program = ['--import', resolve('test/support/source-package.ts'), resolve('examples/synchronisation.ts')];
  const env = { ...process.env, CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens.apiUser, RECORDS: path };
  return spawn(process.execPath, [...program, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs it to its end: its exit code, the lines of its report, and the ids that it names as failed. */
async function run(lines: readonly unknown[], ...options: readonly string[]) {
  const child = await start(lines, ...options);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  const outcomes = [...stdout.matchAll(/^(EHR-\d+) (created|updated|deactivated)/gm)].map(([, id, outcome]) => [
    id,
    outcome,
  ]);
  const failed = [...stderr.matchAll(/^(\S+) failed/gm)].map(([, id]) => id);
  return { code, outcomes, failed };
}

const created = () => sandbox.control.users('client').filter(({ id }) => id !== null && /^EHR-40\d\d$/.test(id));
const writes = () => sandbox.journal.filter(({ method }) => method !== 'GET');

describe('the program of the guide about synchronisation', () => {
  test('creates, labels and relates clients, deactivates those who left, and sends no mail', async () => {
    const leavers = sandbox.control.users('client').filter(({ id, active }) => id !== null && active);
    const first = await run(records);
    expect([first.code, first.failed]).toEqual([0, []]);
    expect(first.outcomes.filter(([, outcome]) => outcome === 'created')).toHaveLength(records.length);
    expect(
      first.outcomes
        .filter(([, outcome]) => outcome === 'deactivated')
        .map(([id]) => id)
        .sort(),
    ).toEqual(leavers.map(({ id }) => id).sort());
    expect(created().every(({ active }) => active)).toBe(true);
    expect(sandbox.outbox).toEqual([]);

    const before = writes().length;
    const second = await run(records);
    expect(second).toEqual({ code: 0, outcomes: [], failed: [] });
    expect(writes()).toHaveLength(before);
  });

  test('writes nothing with `--dry-run`, and reports what the run does', async () => {
    const planned = await run(records, '--dry-run');
    expect(writes()).toEqual([]);
    expect(planned).toEqual(await run(records));
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('does the rest when it runs again after a %s', async (signal) => {
    const child = await start(records);
    for await (const text of child.stdout ?? []) if (String(text).includes('created')) break;
    child.kill(signal);
    await once(child, 'close');
    expect(created().length).toBeLessThanOrEqual(records.length);
    const { code, failed } = await run(records);
    expect([code, failed]).toEqual([0, []]);
    expect(
      created()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(records.map(({ number }) => number).sort());
    expect(await run(records)).toEqual({ code: 0, outcomes: [], failed: [] });
    expect(sandbox.outbox).toEqual([]);
  });

  test('reports each failure, does the others, and ends with an exit code', async () => {
    const wrong = [record(90, { sex: 'F', birthDate: 'unknown' }), record(91, { therapists: ['PRO-404'] })];
    const { code, failed } = await run([...records, ...wrong]);
    expect([code, failed]).toEqual([1, ['EHR-4090', 'EHR-4091']]);
    expect(created().map(({ id }) => id)).toEqual(expect.arrayContaining(records.map(({ number }) => number)));
  });

  test('deactivates nobody if its file is cut off', async () => {
    await run(records);
    const { code } = await run([records[0], JSON.stringify(records[1]).slice(0, 40)]);
    expect(code).not.toBe(0);
    expect(created().every(({ active }) => active)).toBe(true);
  });
});
