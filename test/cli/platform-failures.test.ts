import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Fault } from 'care-platform/sandbox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Authority, createAuthority } from '../networks/authority.js';
import { describeWithPrograms } from '../services/suite.js';
import { type Run, run, runOnTerminal, type Variables } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { connectedCommands, patientFacts } from '../support/command-table.js';
import { messageList } from '../support/message-list.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables } = commandSandbox({ limits: false, clock: { start: new Date() } });

interface Condition {
  /** For all requests but that for the root, with which a connection begins. */
  readonly fault?: Fault;
  readonly variables?: Variables;
  readonly options?: readonly string[];
  readonly code: number;
}

const afterRoot = { path: /^\/./, times: 1_000_000 };
const always = { times: 1_000_000 };

const conditions: Readonly<Record<string, Condition>> = {
  'a port that nothing listens on': { variables: { CARE_BASE_URL: 'http://127.0.0.1:PORT/api/2' }, code: 5 },
  'a name without an address': { variables: { CARE_BASE_URL: 'https://nowhere.invalid' }, code: 5 },
  'a wrong token': { variables: { CARE_TOKEN: 'svc-wrong-token' }, code: 4 },
  'a platform that does not respond': {
    fault: { kind: 'stall', when: 'before', ...afterRoot },
    options: ['--timeout', '1'],
    code: 5,
  },
  'connections that are cut': { fault: { kind: 'drop', when: 'before', ...afterRoot }, code: 5 },
  'a platform that fails': { fault: { kind: 'response', status: 500, ...afterRoot }, code: 1 },
  'a notice of maintenance': { fault: { kind: 'html', status: 503, ...always }, code: 1 },
  'a page instead of the API': { fault: { kind: 'html', status: 200, ...afterRoot }, code: 1 },
};

/** A script may repeat a command that ended with 5. A write that may have been applied must not be repeated. */
const unknownOutcome = ['export start'];
/** They send several requests at once, of which any may fail first. */
const anyMessage = ['types', 'types --check'];

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

interface NamedRun extends Run {
  readonly name: string;
  readonly token: string;
}

type Shown = Awaited<ReturnType<typeof runOnTerminal>> & { readonly name: string; readonly token: string };

/** Starts each command, in a folder of its own. The variables of the condition win. */
function runEach<Ended extends object>(
  start: (args: readonly string[], variables: Variables, folder: string) => Promise<Ended>,
  own: Variables,
  options: readonly string[],
): Promise<readonly (Ended & { readonly name: string; readonly token: string })[]> {
  const runs = Object.entries(connectedCommands).map(async ([name, { args, role = 'apiUser' }]) => {
    const set: Variables = { ...variables, CARE_TOKEN: sandbox.tokens[role], ...own };
    const place = { baseUrl: set.CARE_BASE_URL ?? '', folder: await temporaryFolder() };
    return { name, token: set.CARE_TOKEN ?? '', ...(await start([...args(place), ...options], set, place.folder)) };
  });
  return Promise.all(runs);
}

const inPipes = (own: Variables = {}, options: readonly string[] = []): Promise<readonly NamedRun[]> =>
  runEach(run, own, options);

const onTerminals = (own: Variables = {}, options: readonly string[] = []): Promise<readonly Shown[]> =>
  runEach((args, set, cwd) => runOnTerminal(args, set, { cwd }), { NO_COLOR: '1', ...own }, options);

/** Reports are whole, and have what failed on stdout. All others print nothing but one message. */
function expectOneMessage({ name, stdout, stderr, token }: NamedRun): void {
  for (const secret of [token, ...patientFacts]) expect(stdout + stderr, name).not.toContain(secret);
  expect(stderr, name).not.toMatch(/^ {4}at /m);
  if (name === 'doctor --json') expect(JSON.parse(stdout).steps, name).toHaveLength(9);
  if (name.startsWith('doctor') || (name === 'check' && stdout !== '')) {
    expect(stderr, name).toBe('');
    return;
  }
  expect(stdout, name).toBe('');
  expect(stderr, name).toMatch(/^care-platform: .+\n$/);
}

/** A terminal gets the code and the message of the pipe, and no table, question or progress beside it. */
function expectSameOnTerminals(shown: readonly Shown[], runs: readonly NamedRun[]): void {
  const piped = new Map(runs.map((ended) => [ended.name, ended]));
  for (const { name, code, screen, token } of shown) {
    const { code: sameCode, stderr } = piped.get(name) as NamedRun;
    expect(code, name).toBe(sameCode);
    for (const secret of [token, ...patientFacts]) expect(screen, name).not.toContain(secret);
    expect(screen, name).not.toMatch(/^ {4}at /m);
    if (stderr !== '') expect(anyMessage.includes(name) ? stderr : screen, name).toBe(stderr);
  }
}

/** The messages of a condition, each once, with the commands that print it. */
function messagesOf(runs: readonly NamedRun[]): Record<string, () => string[]> {
  const commands = new Map<string, string[]>();
  for (const { name, stderr } of runs) {
    if (stderr === '' || anyMessage.includes(name)) continue;
    const message = stderr.trim().replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010');
    commands.set(message, [...(commands.get(message) ?? []), name]);
  }
  return Object.fromEntries([...commands].map(([message, names]) => [names.join(', '), () => [message]]));
}

const found: Record<string, Record<string, () => string[]>> = {};

test.each(Object.entries(conditions))(
  '%s ends each command by its kind, with one message',
  async (title, condition) => {
    const { fault, options, code } = condition;
    if (fault !== undefined) sandbox.faults.add(fault);
    const port = await closedPort();
    const own = Object.entries(condition.variables ?? {}).map(([name, value]) => [name, value.replace('PORT', port)]);
    const runs = await inPipes(Object.fromEntries(own), options);
    const shown = await onTerminals(Object.fromEntries(own), options);
    sandbox.faults.clear();
    expect(Object.fromEntries(runs.map((ended) => [ended.name, ended.code]))).toEqual(
      Object.fromEntries(
        runs.map(({ name }) => [name, unknownOutcome.includes(name) && fault !== undefined ? 1 : code]),
      ),
    );
    for (const ended of runs) expectOneMessage(ended);
    expectSameOnTerminals(shown, runs);
    found[title] = messagesOf(runs);
  },
);

test('the messages read as in command-messages.txt', async () => {
  await expect(await messageList(found)).toMatchFileSnapshot('command-messages.txt');
});

test('each command ends on a terminal as in a pipe if nothing fails', async () => {
  const runs = await inPipes();
  const ends = (list: readonly { readonly name: string; readonly code: number | null }[]) =>
    Object.fromEntries(list.map(({ name, code }) => [name, code]));
  const shown = await onTerminals();
  expect(ends(shown)).toEqual(ends(runs));
  for (const { name, screen, token } of shown) {
    expect(screen, name).not.toBe('');
    expect(screen, name).not.toContain(token);
    expect(screen, name).not.toMatch(/^ {4}at /m);
  }
  // The job of these two does not exist, and the file of types is not one of this command.
  const others = { 'export resume': 3, 'export cancel': 3, 'types --check': 1 };
  expect(ends(runs)).toEqual({ ...Object.fromEntries(runs.map(({ name }) => [name, 0])), ...others });
});

test('--verbose prints a line for each request, without a token or a value of a patient', async () => {
  for (const { name, code, stdout, stderr, token } of await inPipes({}, ['--verbose'])) {
    expect(stderr, name).toMatch(/^GET application root .* responded with 200/m);
    for (const secret of [token, ...patientFacts]) expect(stderr, name).not.toContain(secret);
    expect(stdout, name).not.toContain(token);
    expect(code, name).not.toBe(5);
  }
});

describeWithPrograms('certificates', ['openssl'], () => {
  let authority: Authority;
  beforeAll(() => {
    authority = createAuthority();
  });
  afterAll(() => authority.remove());

  test('an expired certificate ends each command with 5, and the message names it', async () => {
    const server = await createSandbox({ limits: false }).listen({ port: 0, tls: authority.expired });
    onTestFinished(() => server.close());
    const own = { CARE_BASE_URL: server.baseUrl, NODE_EXTRA_CA_CERTS: authority.file };
    const runs = await inPipes(own);
    for (const ended of runs) {
      expect(ended.code, ended.name).toBe(5);
      expect(ended.stdout + ended.stderr, ended.name).toContain('CERT_HAS_EXPIRED');
      expectOneMessage(ended);
    }
    expectSameOnTerminals(await onTerminals(own), runs);
  });
});
