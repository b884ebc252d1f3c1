import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Fault, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Authority, createAuthority } from '../networks/authority.js';
import { describeWithPrograms } from '../services/suite.js';
import { run, runOnTerminal, start, type Variables } from '../support/command.js';

interface Platform {
  readonly sandbox: Sandbox;
  readonly variables: { readonly CARE_BASE_URL: string; readonly CARE_TOKEN: string };
}

async function platformWith(
  faults: readonly Fault[] = [],
  options: SandboxOptions = {},
  tls?: { cert: string; key: string },
): Promise<Platform> {
  const sandbox = createSandbox({ limits: false, clock: { start: new Date() }, ...options });
  sandbox.faults.add(...faults);
  const server = await sandbox.listen({ port: 0, ...(tls && { tls }) });
  onTestFinished(() => server.close());
  return { sandbox, variables: { CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens.apiUser } };
}

interface Step {
  readonly name: string;
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly cause?: string;
  readonly text: string;
  readonly advice?: string;
}

/** The step that is not as it should be, and the exit code. */
async function diagnosis(variables: Variables): Promise<(string | number | null | undefined)[]> {
  const { code, stdout } = await run(['doctor', '--json', '--timeout', '5'], variables);
  expect(stdout).not.toContain(variables.CARE_TOKEN);
  const { steps }: { steps: readonly Step[] } = JSON.parse(stdout);
  const bad = steps.filter(({ outcome }) => outcome === 'warning' || outcome === 'failed');
  expect(bad).toHaveLength(1);
  const [{ name, outcome, cause, text, advice = text } = {} as Step] = bad;
  expect(advice.length).toBeGreaterThan(20);
  return [name, outcome, cause, code];
}

const everyRequest = { times: 1000 } as const;

test('all is well with a platform that works, and the report names no token', async () => {
  const { variables } = await platformWith();
  const { code, stdout, stderr } = await run(['doctor'], variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const steps = [...stdout.matchAll(/^(ok|skipped) +(\w+) /gm)].map(([, outcome, name]) => `${name} ${outcome}`);
  expect(steps).toEqual([
    'proxy ok',
    'name ok',
    'port ok',
    'certificate skipped',
    'application ok',
    'clock ok',
    'token ok',
    'access ok',
    'rate ok',
  ]);
  expect(stdout).not.toContain(variables.CARE_TOKEN);
});

test('it names the cause on the way to the platform', async () => {
  const { variables } = await platformWith();
  const proxy = createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  proxy.listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const closedPort = (closed.address() as AddressInfo).port;
  closed.close();
  await once(closed, 'close');
  const behind = (port: number) => ({
    ...variables,
    CARE_BASE_URL: 'https://app.example.org',
    HTTPS_PROXY: `http://hospital:geheim@127.0.0.1:${port}`,
    NODE_USE_ENV_PROXY: '1',
  });
  const found = await Promise.all([
    diagnosis({ ...variables, CARE_BASE_URL: `http://127.0.0.1:${closedPort}` }),
    diagnosis({ ...variables, CARE_BASE_URL: 'https://nowhere.invalid' }),
    diagnosis(behind((proxy.address() as AddressInfo).port)),
    diagnosis(behind(closedPort)),
  ]);
  expect(found).toEqual([
    ['port', 'failed', 'closed-port', 5],
    ['name', 'failed', 'unknown-name', 5],
    ['application', 'failed', 'proxy', 5],
    ['proxy', 'failed', 'proxy', 5],
  ]);
});

test('it names the cause of a response that is not the platform’s', async () => {
  const login = await platformWith([{ kind: 'redirect', location: 'https://login.example/', ...everyRequest }]);
  const ownLogin = await platformWith([{ kind: 'redirect', location: '/login', ...everyRequest }]);
  const page = await platformWith([{ kind: 'html', status: 200, ...everyRequest }]);
  const maintenance = await platformWith([{ kind: 'html', status: 503, ...everyRequest }]);
  const busy = await platformWith([{ kind: 'response', status: 429, ...everyRequest }]);
  const silent = await platformWith([{ kind: 'stall', when: 'before', ...everyRequest }]);
  const { variables } = await platformWith();
  const found = await Promise.all([
    diagnosis(login.variables),
    diagnosis(ownLogin.variables),
    diagnosis(page.variables),
    diagnosis(maintenance.variables),
    diagnosis(busy.variables),
    diagnosis(silent.variables),
    diagnosis({ ...variables, CARE_BASE_URL: variables.CARE_BASE_URL.replace('/api/2', '/other') }),
  ]);
  expect(found).toEqual([
    ['application', 'failed', 'redirect', 2],
    ['application', 'failed', 'redirect', 1],
    ['application', 'failed', 'html-page', 1],
    ['application', 'failed', 'platform-error', 1],
    ['application', 'failed', 'rate-limited', 1],
    ['application', 'failed', 'no-response', 5],
    ['application', 'failed', 'no-api', 3],
  ]);
});

test('it gives advice if connections are cut', async () => {
  const { variables } = await platformWith([{ kind: 'drop', when: 'before', ...everyRequest }]);
  const { code, stdout } = await run(['doctor', '--json'], variables);
  const { steps }: { steps: readonly Step[] } = JSON.parse(stdout);
  expect(code).toBe(5);
  expect(steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    cause: 'no-response',
    advice: expect.any(String),
  });
});

test('it names what is wrong with the token, the clock and the limits', async () => {
  const { sandbox, variables } = await platformWith();
  const { inactiveClient, friend, client } = sandbox.tokens;
  const ahead = await platformWith([], { clock: { start: new Date(Date.now() + 3_600_000) } });
  // The root twice, and seven lists: then others use the limits up.
  const shared = await platformWith([{ kind: 'response', status: 429, skip: 12, times: 5 }]);
  const found = await Promise.all([
    diagnosis({ ...variables, CARE_TOKEN: 'revoked-token' }),
    diagnosis({ ...variables, CARE_TOKEN: inactiveClient }),
    diagnosis({ ...variables, CARE_TOKEN: friend }),
    diagnosis({ ...variables, CARE_TOKEN: client }),
    diagnosis(ahead.variables),
    diagnosis(shared.variables),
  ]);
  expect(found).toEqual([
    ['token', 'failed', 'token', 4],
    ['token', 'failed', 'token', 4],
    ['access', 'warning', 'token-of-a-person', 0],
    ['access', 'warning', 'token-of-a-person', 0],
    ['clock', 'warning', 'clock', 0],
    ['rate', 'warning', 'rate-limited', 0],
  ]);
});

test('a token that no header can hold is a wrong setting', async () => {
  const { variables } = await platformWith();
  expect(await diagnosis({ ...variables, CARE_TOKEN: 'two words of a token' })).toEqual([
    'token',
    'failed',
    'settings',
    2,
  ]);
});

test('it writes each step as it goes on a terminal, and Ctrl-C ends it with 130', async () => {
  const { variables } = await platformWith([{ kind: 'stall', when: 'before', ...everyRequest }]);
  const { code, screen } = await runOnTerminal(['doctor'], variables, { keys: '\u0003', after: 'certificate' });
  expect(code).toBe(130);
  expect(screen).not.toContain('application');
});

test('a reader that leaves is no failure', async () => {
  const { variables } = await platformWith();
  const child = start(['doctor'], variables);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await once(child, 'exit')).toEqual([0, null]);
});

describeWithPrograms('it reads certificates', ['openssl'], () => {
  let authority: Authority;
  beforeAll(() => {
    authority = createAuthority();
  });
  afterAll(() => authority.remove());

  test('and names what is wrong with one', async () => {
    const [good, expired, elsewhere, selfSigned] = await Promise.all(
      [authority.good, authority.expired, authority.elsewhere, authority.selfSigned].map((tls) =>
        platformWith([], {}, tls),
      ),
    );
    const trust = { NODE_EXTRA_CA_CERTS: authority.file };
    const found = await Promise.all([
      diagnosis({ ...good?.variables }),
      diagnosis({ ...expired?.variables, ...trust }),
      diagnosis({ ...elsewhere?.variables, ...trust }),
      diagnosis({ ...selfSigned?.variables, ...trust }),
    ]);
    expect(found).toEqual([
      ['certificate', 'failed', 'untrusted-authority', 5],
      ['certificate', 'failed', 'expired-certificate', 5],
      ['certificate', 'failed', 'certificate', 5],
      ['certificate', 'failed', 'untrusted-authority', 5],
    ]);
    const { stdout } = await run(['doctor'], { ...good?.variables, ...trust });
    expect(stdout).toMatch(
      /^ok +certificate +TLSv1\.\d, signed by Hospital Authority, valid until \d{4}-\d\d-\d\d\.$/m,
    );
  });
});
