import { connect, inlineFile } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

/** What `docs/guides/testing.md` promises for a page that Node simulates; each file names its environment. */
export function testSimulatedPage(): void {
  const sandbox = createSandbox({ baseUrl: 'https://app.example.org/api/2', limits: false });
  const { baseUrl, tokens } = sandbox;
  afterEach(() => sandbox.control.reset());

  const connections = [
    ['an API user, with `simulatedPage`', () => ({ token: tokens.apiUser, simulatedPage: true })],
    ['a user, with `tokenKind`', () => ({ token: tokens.professional, tokenKind: 'user' as const })],
  ] as const;

  test.each(connections)('`sandbox.fetch` takes the connection of %s', async (_who, options) => {
    const care = await connect({ baseUrl, fetch: sandbox.fetch, ...options() });
    const client = await care.clients().first();
    expect(client?.type).toMatch(/\/client$/);
    expect(await care.createLabel('Vrijdag')).toMatchObject({ data: { label: 'Vrijdag' } });
    care.close();
  });

  test('`sandbox.fetch` gives bytes and takes them: pictures, broken and slow bodies', async () => {
    const care = await connect({ baseUrl, token: tokens.apiUser, simulatedPage: true, fetch: sandbox.fetch, retry: 0 });
    sandbox.control.addClient({ id: 'EHR-1' });
    const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3);
    await (await care.client({ id: 'EHR-1' })).update({ picture: await inlineFile(bytes, 'a.png') });
    const { picture } = (await care.client({ id: 'EHR-1' })).data;
    expect(picture).toMatchObject({ size: bytes.length });
    expect([...(await (await care.file(picture ?? { url: '' })).bytes())]).toEqual([...bytes]);
    sandbox.faults.add({ kind: 'slow', milliseconds: 1, pieces: 3 }, { kind: 'truncate' });
    expect(await care.labels().toArray()).toHaveLength(3);
    await expect(care.labels().toArray()).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
    care.close();
  });

  test('`sandbox.fetch` ends with a signal of the page', async () => {
    const leaving = new AbortController();
    sandbox.faults.add({ kind: 'stall', when: 'before' });
    const asked = sandbox.fetch(baseUrl, { signal: leaving.signal });
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await expect(sandbox.fetch(baseUrl, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('`sandbox.fetch` takes bodies and headers of the page', async () => {
    const headers = new Headers({ authorization: `svc-token ${tokens.apiUser}`, 'content-type': 'application/json' });
    const body = new Blob(['{"label":"Blob"}'], { type: 'application/json' });
    const response = await sandbox.fetch(new URL(`${baseUrl}/configuration/labels`), { method: 'POST', headers, body });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ label: 'Blob' });
  });

  const server = setupServer();
  beforeAll(async () => {
    server.listen();
    server.use(...(await sandbox.handlers()));
  });
  afterAll(() => server.close());

  test.each(connections)('msw handlers take the connection of %s', async (_who, options) => {
    const care = await connect({ baseUrl, ...options() });
    expect((await care.clients().first())?.type).toMatch(/\/client$/);
    expect(await care.createLabel('Vrijdag')).toMatchObject({ data: { label: 'Vrijdag' } });
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST' });
    await expect(care.createLabel('Maandag')).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    care.close();
  });

  test('a failure inside a handler shows itself', async () => {
    const failing = createSandbox({ baseUrl: 'https://failing.example.org/api/2' });
    Object.defineProperty(failing, 'fetch', { value: () => Promise.reject(new RangeError('broken')) });
    server.use(...(await failing.handlers()));
    const connecting = connect({ baseUrl: failing.baseUrl, token: 'token', simulatedPage: true, retry: 0 });
    await expect(connecting).rejects.toMatchObject({ name: 'ServerError', status: 500 });
  });
}
