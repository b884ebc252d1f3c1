import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { checkRule, openReading, type Reading, readingRules as rules, WireTap } from '../../src/conformance/index.js';

/** What a rule of writing is checked with: a client and plain requests, side by side. */
export interface Scene {
  readonly sandbox: Sandbox;
  /** Connected as an API user with all roles. */
  readonly care: Application;
  /** External id of a client with every feature. */
  readonly clientId: string;
  /** One plain `fetch`, below the base URL or absolute, with `care`'s token unless `token` says otherwise. */
  raw(method: string, path: string, options?: RawOptions): Promise<Response>;
  /** A connection of another user: `await as(sandbox.tokens.client)`. */
  as(token: string): Promise<Application>;
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

const { CARE_BASE_URL, CARE_TOKEN, CARE_CLIENT_ID } = process.env;
const clientId = 'EHR-1042';

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

/** The rules of a section that reading alone can show. The command `care-platform check` has the same. */
export function readingRules(section: string): void {
  for (const reading of rules.filter((found) => found.section === section)) {
    test(`${reading.id}: ${reading.sentence}`, async (context) => {
      const { outcome, text, findings } = await checkRule(reading, await openPlatform());
      for (const finding of findings) await context.annotate(finding);
      context.skip(
        CARE_BASE_URL !== undefined && outcome === 'not reachable',
        `not reachable with this token: ${text}`,
      );
      expect([outcome, text]).toEqual(['held', undefined]);
    });
  }
}

async function openPlatform(): Promise<Reading> {
  if (CARE_BASE_URL !== undefined) {
    const tap = new WireTap();
    const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN, fetch: tap.fetch });
    return openReading(care, tap, CARE_CLIENT_ID);
  }
  return openSandboxReading(createSandbox({ limits: false }));
}

/** The API user's view of a sandbox. */
export async function openSandboxReading(
  { baseUrl, tokens, fetch: ownFetch }: Sandbox,
  fetch: typeof globalThis.fetch = ownFetch,
): Promise<Reading> {
  const tap = new WireTap(fetch);
  return openReading(await connect({ baseUrl, token: tokens.apiUser, fetch: tap.fetch }), tap, clientId);
}

async function sandboxScene(options: SandboxOptions): Promise<Scene> {
  const sandbox = createSandbox({ limits: false, ...options });
  const { baseUrl, fetch, tokens } = sandbox;
  const as = (token: string) => connect({ baseUrl, token, fetch });
  const care = await as(tokens.apiUser);
  return { sandbox, care, as, clientId, raw: rawRequests(baseUrl, fetch, tokens.apiUser) };
}

function rawRequests(baseUrl: string, fetch: typeof globalThis.fetch, ownToken: string): Scene['raw'] {
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
