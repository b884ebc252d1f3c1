import { type Application, type Client, connect, type ExportJob, inlineFile } from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  exportJobDocument,
  labelDocument,
  namespace,
} from './support/documents.js';
import { failureOf } from './support/failure.js';
import { json, lost, page, type Responder, refusal, scriptedPlatform } from './support/platform.js';
import { expectNoToken, expectNothing, token } from './support/secrets.js';

const platform = scriptedPlatform();

const patient = clientDocument('MRN-4711', {
  '@url': `${baseUrl}/c/MRN-4711`,
  last_name: 'Verhoeven',
  name: 'N. Verhoeven',
  email: 'verhoeven@example.org',
  bsn: '999994669',
});

/** What the call for a patient fails with, when its response is this one. */
async function failed(respond: Responder, call: (client: Client, care: Application) => Promise<unknown>, options = {}) {
  const care = await platform.connect({ token, retry: 0, ...options });
  platform.on('GET', '/c/MRN-4711', json(patient));
  const client = await care.client({ url: `${baseUrl}/c/MRN-4711` });
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    for (const path of ['/c/MRN-4711', '/c/MRN-4711/tools', '/c/items', '/aux/client/id/MRN-4711']) {
      platform.on(method, path, respond);
    }
  }
  const error = await call(client, care).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}

describe('neither the token nor what is known of a patient is in an error:', () => {
  const calls: [string, (client: Client, care: Application) => Promise<unknown>][] = [
    ['a read', (client) => client.refresh()],
    ['a read by external id', (_, care) => care.client({ id: 'MRN-4711' })],
    ['an update', (client) => client.update({ last_name: 'Verhoeven', bsn: '999994669' })],
    ['a search', (_, care) => care.searchClients({ email: 'verhoeven@example.org' }).toArray()],
    ['a write that is never repeated', (client) => client.addTool({ id: 'panic' })],
    ['a request of one’s own', (_, care) => care.request({ url: 'c/items', query: { bsn: '999994669' } })],
  ];
  const responses: [string, Responder][] = [
    ['no response', lost],
    ...[400, 401, 403, 404, 405, 406, 409, 429, 500].map((code): [string, Responder] => [
      String(code),
      refusal(code, 'Refused.'),
    ]),
    ['a gateway’s page', page('<title>502</title><p>Verhoeven 999994669</p>', 502)],
    ['a login page', page('<title>Log in</title><p>Verhoeven</p>')],
    ['broken JSON', page('{"last_name": "Verhoeven', 200, 'application/json')],
    ['another shape', json({ '@type': `${namespace}/client`, '@url': 'x', last_name: ['Verhoeven'], bsn: 999994669 })],
    ['another kind', json({ ...labelDocument('MRN-4711'), '@items': 'Verhoeven' })],
  ];

  /** Of a call that takes whatever document comes, another one is no failure. */
  const fails = (what: string, response: string) => !/own|never|update/.test(what) || !/^another/.test(response);

  test.each(
    calls
      .flatMap(([what, call]) => responses.map(([response, respond]) => [what, response, call, respond] as const))
      .filter(([what, response]) => fails(what, response)),
  )('%s, with the response %s', async (_, __, call, respond) => {
    expectNothing(await failed(respond, call));
  });

  test('a timeout', async () => {
    const slow: Responder = () => new Promise(() => undefined);
    for (const [, call] of calls) expectNothing(await failed(slow, call, { timeout: 30 }));
  });

  test('an error that a proxy agent threw, with the request in it', async () => {
    const request = { headers: { authorization: `svc-token ${token}` }, path: '/c/MRN-4711' };
    const cause = Object.assign(new Error(`${token} for MRN-4711`), { code: 'EPROXY', request, config: request });
    let broken = false;
    const care = await platform.connect({
      token,
      retry: 0,
      fetch: async (...args) => {
        if (broken) throw Object.assign(new TypeError('fetch failed', { cause }), { request });
        return globalThis.fetch(...args);
      },
    });
    broken = true;
    const error = await care.client({ id: 'MRN-4711' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'EPROXY' });
    expectNothing(error);
  });

  test('a link that leads elsewhere', async () => {
    const care = await platform.connect({ token });
    const urls = ['https://evil.example/c/MRN-4711?bsn=999994669', 'https://[MRN-4711', `${baseUrl}/c/MRN-4711{?x}`];
    for (const url of urls) expectNothing(await failureOf(care.open(url)));
  });

  test('input that is refused', async () => {
    const wrong = { last_name: ['Verhoeven'], email: 'Verhoeven@Example.org', bsn: 999994669, date_of_birth: 'panic' };
    const picture = { ...(await inlineFile(new Uint8Array(3))), data: 5, filename: ['Verhoeven'] };
    const fields = { ...wrong, picture } as unknown as Parameters<Client['update']>[0];
    expectNothing(await failed(lost, (client) => client.update(fields)));
  });

  test('a link that is missing', async () => {
    expectNothing(await failed(lost, (client) => client.follow('later')));
  });

  test('an export that failed', async () => {
    const care = await platform.connect({ token });
    platform.on(
      'GET',
      '/export/j1',
      json(exportJobDocument({ state: 'failed', error: { message: 'Too big.', extra: null } })),
    );
    const job: ExportJob = await care.exportJob(`${baseUrl}/export/j1`);
    expectNothing(await failureOf(job.waitForCompletion()));
  });
});

test('a failed `connect` does not show the token either', async () => {
  platform.on(
    'GET',
    '',
    refusal(401),
    page('<title>x</title>'),
    json(applicationDocument({}, 'x')),
    json({ '@type': 'other' }),
  );
  for (let turn = 0; turn < 4; turn++) {
    const outcome = await connect({ baseUrl, token, retry: 0 }).catch((thrown: unknown) => thrown);
    expectNoToken(outcome);
    if (!(outcome instanceof Error)) (outcome as Application).close();
  }
});

test('the full URL of a failed call can be had by a method alone', async () => {
  const error = (await failed(refusal(404), (client) => client.refresh())) as { requestUrl(): string };
  expect(error.requestUrl()).toBe(`${baseUrl}/c/MRN-4711`);
});
