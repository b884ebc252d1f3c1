import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { methodCalls, type PrepareCall } from '../support/method-calls.js';
import { codeOf, methodMapRows } from '../support/method-map.js';

interface Row {
  readonly endpoint: string;
  readonly call: string;
  readonly operation: string;
  readonly policy: string;
}

/** One for each call of an endpoint. The URL of a change can be that of any list. */
const rows = methodMapRows.flatMap(([endpoint = '', calls, , operation, policy = '']): Row[] => {
  const [method = ''] = endpoint.split(' ');
  const [path] = codeOf(endpoint);
  if (!/^[A-Z]+$/.test(method) || path === undefined) return [];
  const found = { endpoint: `${method} ${path === 'url' ? '/<list>' : path}`, policy };
  return codeOf(calls).map((call) => ({ ...found, call, operation: codeOf(operation)[0] ?? '' }));
});
const calls = [...new Set(rows.map(({ call }) => call))].filter((call) => call !== 'connect');

async function openPlatform(retry: number) {
  const sandbox = createSandbox({ limits: false });
  const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch, retry };
  return { sandbox, care: await connect(options) };
}

/** The requests of one call, by the endpoints that the page has for it. */
async function endpointsOf(call: string, prepare: PrepareCall): Promise<string[]> {
  const platform = await openPlatform(2);
  const send = await prepare(platform);
  const before = platform.sandbox.journal.length;
  await send();
  return platform.sandbox.journal.slice(before).map(({ method, path }) => {
    const request = `${method} ${path}`;
    return rows.find((row) => row.call === call && patternOf(row).test(request))?.endpoint ?? request;
  });
}

function patternOf({ endpoint }: Row): RegExp {
  return new RegExp(`^${endpoint.replace('<list>', '.+').replaceAll(/<\w+>/g, '[^/]+')}$`);
}

test('the method map and the calls that are tried have the same methods', () => {
  expect([...calls].sort()).toEqual(Object.keys(methodCalls).sort());
});

test.for(calls)('%s sends one request, to each endpoint that the method map has for it', async (call) => {
  const sent = await Promise.all((methodCalls[call] ?? []).map((prepare) => endpointsOf(call, prepare)));
  expect(sent.filter((requests) => requests.length !== 1)).toEqual([]);
  const expected = rows.filter((row) => row.call === call).map(({ endpoint }) => endpoint);
  expect([...new Set(sent.flat())].sort()).toEqual([...new Set(expected)].sort());
});

const unrepeatable = rows.filter(({ policy }) => policy === 'once' || policy === 'reconcilable');

test.for([...new Set(unrepeatable.map(({ call }) => call))])(
  '%s names its operation of the method map if its response is lost',
  async (call) => {
    const named = await Promise.all((methodCalls[call] ?? []).map(lostOperation));
    const expected = unrepeatable.filter((row) => row.call === call).map(({ operation }) => operation);
    expect(named.filter((operation) => operation !== undefined)).toEqual(expected);
  },
);

async function lostOperation(prepare: PrepareCall): Promise<unknown> {
  const platform = await openPlatform(0);
  const send = await prepare(platform);
  platform.sandbox.faults.add({ kind: 'drop', when: 'after', times: 100 });
  const failure: unknown = await send().catch((error: unknown) => error);
  return failure instanceof Error && 'operation' in failure ? failure.operation : undefined;
}
