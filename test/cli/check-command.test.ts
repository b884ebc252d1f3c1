import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Fault, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { run, runOnTerminal } from '../support/command.js';
import { parseXml } from '../support/parse-xml.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Platform {
  readonly sandbox: Sandbox;
  readonly variables: { readonly CARE_BASE_URL: string; readonly CARE_TOKEN: string };
}

async function platformWith(faults: readonly Fault[] = [], options: SandboxOptions = {}): Promise<Platform> {
  const sandbox = createSandbox({ limits: false, clock: { start: new Date() }, ...options });
  sandbox.faults.add(...faults);
  const server = await sandbox.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { sandbox, variables: { CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens.apiUser } };
}

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly rules: readonly { readonly id: string; readonly outcome: string; readonly text?: string }[];
}

async function report({ variables }: Platform, ...args: string[]) {
  const { code, stdout } = await run(['check', '--json', ...args], variables);
  expect(stdout).not.toContain(variables.CARE_TOKEN);
  const { counts, rules }: Report = JSON.parse(stdout);
  const idsOf = (outcome: string) => rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
  return { code, counts, idsOf };
}

const everyRequest = { times: 10_000 } as const;
/** The list of labels lacks its links and items. */
const badLabels = {
  kind: 'response',
  status: 200,
  body: {},
  path: '/configuration/labels/items',
  ...everyRequest,
} as const;

test('all rules hold on the sandbox, by reading alone and within its limits', async () => {
  const { sandbox, variables } = await platformWith([], { limits: {} });
  const { code, stdout, stderr } = await run(['check'], variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(new Set(lines.map((line) => line.split('\t')[0]))).toEqual(new Set(['held']));
  expect(lines.length).toBeGreaterThan(40);
  expect(new Set(sandbox.journal.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(sandbox.journal.filter(({ status }) => status === 429)).toEqual([]);
  expect(sandbox.journal.length).toBeLessThan(250);
});

test('a terminal shows a table, what was found, and what does not hold', async () => {
  const { variables } = await platformWith([badLabels]);
  const args = ['check', '--only', 'EPL-1', '--only', '2.2.1'];
  const { code, screen } = await runOnTerminal(args, { ...variables, NO_COLOR: '1' }, { columns: 120 });
  expect(code).toBe(1);
  expect(screen.split('\n').map((line) => line.split(/\s{2,}/)[0])).toEqual([
    'outcome',
    ...['held', 'held', 'not held'],
    'found: clients: neither caps nor hides, as far as this token sees',
    'found: catalogue: neither caps nor hides, as far as this token sees',
    'found: conversations: neither caps nor hides, as far as this token sees',
    'found: diary entries: neither caps nor hides, as far as this token sees',
    'found: `shortPageEnds: true` can be set',
    ...['', 'not held: EPL-1: labels are listed whole, in one response without paging', ''],
    ...['', '2 held, 1 not held.', ''],
  ]);
});

test('--list names the rules without a connection, and --only selects them', async () => {
  const [all, section, rule, unknown] = await Promise.all([
    run(['check', '--list']),
    run(['check', '--list', '--only', '4.7']),
    run(['check', '--list', '--only', 'bat-4', '--json']),
    run(['check', '--only', '12.1']),
  ]);
  expect(all.stdout.split('\n').length).toBeGreaterThan(40);
  expect(
    section.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]),
  ).toEqual([...['EPP-1', 'EPP-2', 'ICS-1', 'ICS-2']]);
  expect(JSON.parse(rule.stdout)).toMatchObject([{ section: '2.2.1-batching' }, { section: '2.2.1-list-limits' }]);
  expect([all.code, unknown.code]).toEqual([0, 2]);
});

test('a JUnit file counts what does not hold, is not reachable and could not be checked', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'report.xml');
  const { sandbox, variables } = await platformWith([
    badLabels,
    { kind: 'response', status: 500, path: '/catalogue/items', ...everyRequest },
  ]);
  const args = ['check', ...['LAB-1', 'CAT-1', 'EPA-1', 'ROOT-1', 'BAT-4'].flatMap((id) => ['--only', id])];
  const plain = { ...variables, CARE_TOKEN: sandbox.tokens.apiUserPlain };
  const [written, printed] = await Promise.all([
    run([...args, '--junit', file], plain),
    run([...args, '--junit', '-'], plain),
  ]);
  expect([written.code, printed.code]).toEqual([1, 1]);
  expect(written.stdout).toContain('not held\tLAB-1');
  for (const xml of [readFileSync(file, 'utf8'), printed.stdout]) {
    const root = parseXml(xml);
    expect(['tests', 'failures', 'errors', 'skipped'].map((name) => root.getAttribute(name))).toEqual([
      ...['6', '1', '2', '1'],
    ]);
    const cases = [...root.querySelectorAll('testsuite > testcase')];
    expect(cases.map((found) => [found.getAttribute('name')?.split(':')[0], found.firstElementChild?.tagName])).toEqual(
      [
        ['BAT-1, BAT-2, BAT-3, BAT-4', undefined],
        ['BAT-4', 'error'],
        ['ROOT-1', undefined],
        ['LAB-1', 'failure'],
        ['CAT-1', 'error'],
        ['EPA-1', 'skipped'],
      ],
    );
  }
});

test('a token that may read little reaches few rules, which is no failure', async () => {
  const platform = await platformWith();
  const token = platform.sandbox.tokens.unrelatedProfessional;
  const { code, counts } = await report({ ...platform, variables: { ...platform.variables, CARE_TOKEN: token } });
  expect(code).toBe(0);
  expect(counts).toMatchObject({ 'not held': 0, 'not checked': 0 });
  expect(counts['not reachable']).toBeGreaterThan(10);
});

test('a platform that fails now and then is checked all the same', async () => {
  const faults: Fault[] = [
    { kind: 'response', status: 503, chance: 0.05, ...everyRequest },
    { kind: 'drop', when: 'after', chance: 0.05, ...everyRequest },
    { kind: 'delay', milliseconds: 20, ...everyRequest },
  ];
  const { code, counts } = await report(await platformWith(faults), '--only', '4');
  expect({ code, ...counts }).toMatchObject({ code: 0, 'not held': 0 });
});

test('a connection that is lost ends the check early, and is no broken rule', async () => {
  const platform = await platformWith([{ kind: 'drop', when: 'before', skip: 12, ...everyRequest }]);
  const { code, counts, idsOf } = await report(platform);
  expect(code).toBe(5);
  expect(counts).toMatchObject({ 'not held': 0, 'not reachable': 0 });
  expect(idsOf('not checked').length).toBeGreaterThan(30);
  expect(platform.sandbox.journal.length).toBeLessThan(40);
});

test('a platform that does not respond in time is no broken rule', async () => {
  const platform = await platformWith([{ kind: 'stall', when: 'before', path: '/catalogue/items', ...everyRequest }]);
  const { code, idsOf } = await report(platform, '--only', 'CAT-1', '--only', 'ROOT-1', '--timeout', '1');
  expect([code, idsOf('not checked'), idsOf('held')]).toEqual([5, ['CAT-1'], ['ROOT-1']]);
});

test('without a connection, a token or a client nothing is checked', async () => {
  const { variables } = await platformWith();
  const found = await Promise.all([
    run(['check'], { ...variables, CARE_BASE_URL: 'http://127.0.0.1:9' }),
    run(['check'], { ...variables, CARE_TOKEN: 'revoked-token' }),
    run(['check', '--client', 'EHR-9999'], variables),
    run(['check', '--junit', 'no/such/folder/report.xml'], variables),
    run(['check', '--json', '--junit', '-'], variables),
    run(['check', '--only'], variables),
    run(['check', 'clients'], variables),
  ]);
  expect(found.map(({ code, stdout }) => [code, stdout])).toEqual([5, 4, 3, 2, 2, 2, 2].map((code) => [code, '']));
});

test('--client names the client that rules are checked with', async () => {
  const { sandbox, variables } = await platformWith();
  expect(await run(['check', '--only', 'AUX-1', '--client', 'EHR-1044'], variables)).toMatchObject({ code: 0 });
  expect(sandbox.journal.map(({ path }) => path)).toContain('/aux/client/id/EHR-1044');
});

test('Ctrl-C ends it with 130, and leaves no report', async () => {
  const file = join(await temporaryFolder(), 'report.xml');
  const { variables } = await platformWith([{ kind: 'stall', when: 'before', skip: 12, ...everyRequest }]);
  const args = ['check', '--junit', file];
  const { code, screen } = await runOnTerminal(args, variables, { keys: '\u0003', after: 'REQ-11' });
  expect(code).toBe(130);
  expect(screen).not.toContain('care-platform:');
  expect(existsSync(file)).toBe(false);
});
