import { connect } from 'care-platform';
import { createSandbox, type Fault, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { checkRule, openReading, type RuleResult, readingRules, WireTap } from '../../src/conformance/index.js';

export interface CheckOptions {
  /** Whose token is used; default: the API user's. */
  readonly user?: keyof Sandbox['tokens'];
  readonly settings?: SandboxOptions['settings'];
  readonly faults?: readonly Fault[];
  /** Ids of the rules; default: all. */
  readonly only?: readonly string[];
  /** Changes the text of each JSON body. */
  readonly rewrite?: (text: string) => string;
}

/** What `care-platform check` finds on a sandbox of its own: the rules that are not held, with outcome and text. */
export async function checkSandbox(options: CheckOptions): Promise<string[][]> {
  const faulty = (await checkRules(options)).filter(({ outcome }) => outcome !== 'held');
  return faulty.map(({ rule, outcome, text = '' }) => [rule.id, outcome, text]);
}

export async function checkRules(options: CheckOptions): Promise<RuleResult[]> {
  const { user = 'apiUser', settings, faults = [], only, rewrite = (text) => text } = options;
  // The address differs from that of a scene, whose throttle would hold here too.
  const baseUrl = 'https://checked.example/api/2';
  const sandbox = createSandbox({ limits: false, baseUrl, ...(settings && { settings }) });
  sandbox.faults.add(...faults);
  const tap = new WireTap(async (input, init) => rewriteBody(await sandbox.fetch(input, init), rewrite));
  const care = await connect({ baseUrl, token: sandbox.tokens[user], fetch: tap.fetch, throttle: false });
  const reading = openReading(care, tap, 'EHR-1042');
  const results: RuleResult[] = [];
  for (const rule of readingRules) {
    if (only === undefined || only.includes(rule.id)) results.push(await checkRule(rule, reading));
  }
  care.close();
  return results;
}

/** Changes each object in a JSON text, and keeps the text pretty if it was. */
export function changeObjects(text: string, change: (value: object) => object): string {
  const changed = JSON.parse(text, (_, value: unknown) => {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? change(value) : value;
  });
  return JSON.stringify(changed, null, text.includes('\n') ? 2 : 0);
}

async function rewriteBody(response: Response, rewrite: (text: string) => string): Promise<Response> {
  const { status } = response;
  const headers = new Headers(response.headers);
  if (!headers.get('content-type')?.includes('json')) return response;
  headers.delete('content-length');
  return new Response(rewrite(await response.text()), { status, headers });
}
