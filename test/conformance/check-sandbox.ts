import { connect } from 'care-platform';
import { createSandbox, type SandboxOptions } from 'care-platform/sandbox';
import { checkRule, openReading, readingRules, WireTap } from '../../src/conformance/index.js';

export interface CheckOptions {
  readonly settings?: SandboxOptions['settings'];
  /** Ids of the rules; default: all. */
  readonly only?: readonly string[];
  /** Changes the text of each JSON body. */
  readonly rewrite?: (text: string) => string;
}

/** What `care-platform check` finds on a sandbox of its own: the rules that are not held, with outcome and text. */
export async function checkSandbox({ settings, only, rewrite = (text) => text }: CheckOptions): Promise<string[][]> {
  // The address differs from that of a scene, whose throttle would hold here too.
  const sandbox = createSandbox({
    limits: false,
    baseUrl: 'https://checked.example/api/2',
    ...(settings && { settings }),
  });
  const { baseUrl, tokens } = sandbox;
  const tap = new WireTap(async (input, init) => rewriteBody(await sandbox.fetch(input, init), rewrite));
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch: tap.fetch, throttle: false });
  const reading = openReading(care, tap, 'EHR-1042');
  const found: string[][] = [];
  for (const rule of readingRules) {
    if (only !== undefined && !only.includes(rule.id)) continue;
    const { outcome, text = '' } = await checkRule(rule, reading);
    if (outcome !== 'held') found.push([rule.id, outcome, text]);
  }
  care.close();
  return found;
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
