import { connect, MethodNotAllowedError, NotFoundError, Resource } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { get, refusal, requestsOf } from './wire.js';

/** A link that is offered and leads nowhere yet: the same for both sides. */
async function offeredAndMissing(resource: Resource<unknown>, raw: Scene['raw'], token: string, name: string) {
  const { url } = resource.links.get(name);
  expect((await refusal(raw('GET', url, { token }))).body).toEqual({ code: 404, message: 'Not found' });
  await expect(resource.follow(name)).rejects.toThrow(NotFoundError);
  expect(resource).not.toHaveProperty(name.split('.')[0] ?? '');
}

rule(
  'NS-18',
  'any successful response cancels an export, and its job shows the rest',
  async ({ sandbox, care, raw }) => {
    const jobs = [];
    for (let count = 0; count < 4; count++) jobs.push(await care.startExport({ name: 'client' }));
    const [first, ...others] = jobs;
    const response = await raw('POST', first?.links.get('cancel').url ?? '');
    expect([response.status, await response.text()]).toEqual([204, '']);
    for (const [index, patchResponse] of (['204', '200-empty', '200-body'] as const).entries()) {
      sandbox.settings.patchResponse = patchResponse;
      expect(await others[index]?.cancel()).toBeUndefined();
    }
    for (const job of jobs) {
      expect(job.data.state).toBe('queued');
      expect((await job.refresh()).data.state).toBe('cancelled');
    }
  },
  exportsByHand,
);

rule(
  'NS-19',
  'a download is the bytes of the file, named and typed as its job says',
  async ({ sandbox, care, raw }) => {
    const job = await care.startExport({ name: 'client', output_format: 'csv', properties: ['id', 'age'] });
    sandbox.control.stepExport(job.url);
    sandbox.control.stepExport(job.url);
    const ready = await job.refresh();
    const { filename, content_type, content_length } = ready.data;
    const response = await raw('GET', ready.links.get('download').url, { headers: { accept: '*/*' } });
    expect(response.headers.get('content-type')).toBe(content_type);
    expect(response.headers.get('content-length')).toBe(String(content_length));
    expect(response.headers.get('content-disposition')).toContain(`filename="${filename}"`);
    const text = await response.text();
    expect(text.startsWith('id,age\r\nEHR-1042,76\r\n')).toBe(true);

    const file = await ready.download();
    expect([file.filename, file.contentType, file.size]).toEqual([filename, content_type, content_length]);
    expect(await file.text()).toBe(text);
  },
  exportsByHand,
);

rule(
  'NS-20',
  'archiving is a link of a finished export and no method of it',
  async ({ sandbox, care, raw }) => {
    const job = await care.startExport({ name: 'client' });
    sandbox.control.stepExport(job.url);
    sandbox.control.stepExport(job.url);
    const ready = await job.refresh();
    expect([ready.links.names(), 'archive' in ready]).toEqual([['archive', 'download'], false]);
    const { url } = ready.links.get('archive');
    expect((await raw('GET', url)).status).toBe(405);
    await expect(ready.follow('archive')).rejects.toThrow(MethodNotAllowedError);
    expect(await care.request({ method: 'POST', url })).toMatchObject({ status: 204, data: undefined });
    expect((await ready.refresh()).data.state).toBe('archived');
    expect((await raw('POST', url)).status).toBe(401);
  },
  exportsByHand,
);

rule('NS-21', 'logging out is a link of professionals and of users that read themselves', async (scene) => {
  const { sandbox, care, as, raw } = scene;
  const { tokens } = sandbox;
  const client = await (await as(tokens.client)).client({ id: 'EHR-1042' });
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const friend = await (await as(tokens.friend)).friend({ url });
  await offeredAndMissing(client, raw, tokens.client, 'logout');
  await offeredAndMissing(friend, raw, tokens.friend, 'logout');
  await offeredAndMissing(await care.professional({ id: 'PRO-1' }), raw, tokens.apiUser, 'logout');
});

rule('NS-22', 'account and favourites of a friend are links to follow', async ({ sandbox, care, as, raw }) => {
  const { tokens } = sandbox;
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  await offeredAndMissing(await care.friend({ url }), raw, tokens.apiUser, 'account');
  await offeredAndMissing(await (await as(tokens.friend)).friend({ url }), raw, tokens.friend, 'favorites.items');
});

rule('NS-23', 'the schemas of entries are those of the configuration', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const configuration = await get(raw, client.links.get('diary.configuration').url);
  expect(configuration).not.toHaveProperty('@type');
  expect(await get(raw, client.links.get('diary.entries.schemas').url)).toEqual(configuration);
  const diary = await client.diary();
  for (const followed of [await client.follow('diary.entries.schemas'), await diary.follow('entries.schemas')]) {
    if (!(followed instanceof Resource)) throw new Error('A list.');
    expect(followed.attribute('@schemas')).toEqual(configuration['@schemas']);
  }
});

rule('NS-24', 'a token is brought along, as it is or by a function, and nothing here gets one', async (scene) => {
  const { sandbox, care, raw } = scene;
  await offeredAndMissing(care, raw, sandbox.tokens.apiUser, 'authenticate');
  const [client] = sandbox.control.users('client');
  const token = sandbox.control.issueToken(client?.key ?? '');
  const { baseUrl, fetch } = sandbox;
  for (const source of [token, () => token, async () => token]) {
    const own = await connect({ baseUrl, fetch, token: source });
    expect((await own.client({ id: 'EHR-1042' })).links.has('logout')).toBe(true);
    expect(sandbox.journal.at(-1)?.user).toBe(client?.key);
  }
  expect((await raw('GET', `/c/${client?.key}`, { token })).status).toBe(200);
});

rule(
  'NS-25',
  'the client asks once for a new token after a revocation, and no call revokes one',
  async ({ sandbox, care, raw }) => {
    const { baseUrl, fetch, control } = sandbox;
    const [user] = control.users('client');
    const issue = () => control.issueToken(user?.key ?? '');
    let token = issue();
    const own = await connect({ baseUrl, fetch, token: () => token });
    control.revokeToken(token);
    expect((await raw('GET', `/c/${user?.key}`, { token })).status).toBe(401);
    await expect(own.client({ id: 'EHR-1042' })).rejects.toMatchObject({ name: 'UnauthorizedError', attempts: 1 });
    token = issue();
    const requests = await requestsOf(sandbox, () => own.client({ id: 'EHR-1042' }));
    expect(requests).toEqual(Array(2).fill('GET /aux/client/id/EHR-1042'));
    expect(care).not.toHaveProperty('revokeToken');
  },
);
