import { type Application, connect, isCareError } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { type TestContext, test } from 'vitest';

/** What a rule is checked with: a client and plain requests, side by side. */
export interface Reading {
  /** Connected as an API user with all roles; against an installation, with the token given. */
  readonly care: Application;
  /** External id of a client with every feature. */
  readonly clientId: string;
  /** One plain `fetch`, below the base URL or absolute, with `care`'s token unless `token` says otherwise. */
  raw(method: string, path: string, options?: RawOptions): Promise<Response>;
}

export interface RawOptions {
  /** `null` sends none. */
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

export interface Scene extends Reading {
  readonly sandbox: Sandbox;
  /** A connection of another user: `await as(sandbox.tokens.client)`. */
  as(token: string): Promise<Application>;
}

const { CARE_BASE_URL, CARE_TOKEN, CARE_CLIENT_ID } = process.env;

/** A rule that only the sandbox can show: it writes, or needs a user, a setting or a clock of its own. */
export function rule(
  id: string,
  sentence: string,
  check: (scene: Scene) => unknown,
  options: SandboxOptions = {},
): void {
  test(`${id}: ${sentence}`, async (context) => {
    context.skip(CARE_BASE_URL !== undefined, 'needs the sandbox');
    await check(await sandboxScene(options));
  });
}

/**
 * A rule that reading alone can show, so that it can be checked against any installation.
 *
 * @param check can report what it found: the table shows it
 */
export function readingRule(
  id: string,
  sentence: string,
  check: (reading: Reading, report: (finding: string) => Promise<unknown>) => unknown,
): void {
  test(`${id}: ${sentence}`, async (context) => {
    const report = (finding: string) => context.annotate(finding);
    if (CARE_BASE_URL === undefined) await check(await sandboxScene({}), report);
    else await reachable(context, async () => check(await installation(CARE_BASE_URL), report));
  });
}

async function sandboxScene(options: SandboxOptions): Promise<Scene> {
  const sandbox = createSandbox({ limits: false, ...options });
  const { baseUrl, fetch, tokens } = sandbox;
  const as = (token: string) => connect({ baseUrl, token, fetch });
  const care = await as(tokens.apiUser);
  return { sandbox, care, as, clientId: 'EHR-1042', raw: rawRequests(baseUrl, fetch, tokens.apiUser) };
}

async function installation(baseUrl: string): Promise<Reading> {
  const care = await connect({ baseUrl, token: CARE_TOKEN });
  const first = async () => {
    for await (const user of care.clients({ limit: 10 })) {
      const id = 'id' in user.data ? user.data.id : null;
      if (id != null) return id;
    }
    return '';
  };
  return {
    care,
    clientId: CARE_CLIENT_ID ?? (await first()),
    raw: rawRequests(care.url, globalThis.fetch, CARE_TOKEN ?? ''),
  };
}

function rawRequests(baseUrl: string, fetch: typeof globalThis.fetch, ownToken: string): Reading['raw'] {
  return (method, path, { token = ownToken, json, body, headers = {} } = {}) => {
    const url = /^https?:/.test(path) ? path : `${baseUrl}${path}`;
    const content = json === undefined ? body : JSON.stringify(json);
    return fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(token !== null && { authorization: `svc-token ${token}` }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      redirect: 'manual',
    });
  };
}

/** What the token may not do, and what the installation does not have, is no broken rule. */
async function reachable(context: TestContext, check: () => Promise<unknown>): Promise<void> {
  const unreachable = ['LinkNotFoundError', 'UnauthorizedError', 'ForbiddenError', 'NotFoundError'] as const;
  try {
    await check();
  } catch (error) {
    const name = unreachable.find((one) => isCareError(error, one));
    if (name === undefined) throw error;
    context.skip(`not reachable with this token: ${name}`);
  }
}
