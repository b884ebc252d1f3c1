import { type Application, type Collection, connect, type RequestOptions } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { beforeAll, expect, test } from 'vitest';

let care: Application;

beforeAll(async () => {
  const sandbox = createSandbox({ limits: false });
  sandbox.control.addApiError();
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

const lists: readonly [string, (options: RequestOptions) => Collection<unknown>][] = [
  ['clients', (options) => care.clients({}, options)],
  ['professionals', (options) => care.professionals({}, options)],
  ['labels', (options) => care.labels({}, options)],
  ['API errors', (options) => care.apiErrors({}, options)],
  ['CareLink errors', (options) => care.carelinkErrors({}, options)],
  ['HL7 errors', (options) => care.hl7Errors({}, options)],
  ['accesses', (options) => care.clientAccessLog({}, options)],
  ['catalogue', (options) => care.catalogue({ limit: 5 }, options)],
];

test.each(lists)('the list of %s takes the options of a call', async (_, list) => {
  const reason = new Error('enough');
  await expect(list({ signal: AbortSignal.abort(reason) }).toArray()).rejects.toBe(reason);
  expect((await list({}).toArray()).length).toBeGreaterThan(0);
});
