import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule, type Scene } from './rule.js';
import { asError, invalidQuery, json, linkNames, refusal, requestsOf } from './wire.js';

/** Self-help content, content that is not, and diary content. */
const [selfhelp, other, diary] = ['content-027', 'content-028', 'content-003'] as const;

/** The first client, and a plain request for a tool of it. */
async function first({ care, raw, clientId }: Scene) {
  const client = await care.client({ id: clientId });
  const url = client.links.get('tools').url;
  const post = (body: object, token?: string) =>
    raw('POST', url, { json: body, ...(token !== undefined && { token }) });
  return { client, url, post };
}

rule('EPT-1', 'a tool is made of content by its id, and nothing but its URL comes back', async (scene) => {
  const { client, post } = await first(scene);
  const response = await post({ id: selfhelp });
  expect(response.status).toBe(201);
  const wire = await json(response);
  expect(Object.keys(wire)).toEqual(['@url']);
  expect(response.headers.get('location')).toBe(wire['@url']);
  const tool = await client.addTool({ id: selfhelp });
  expect(tool.toJSON()).toEqual({ '@url': tool.url });
  expect((await scene.raw('GET', tool.url)).status).toBe(200);
  expect(await refusal(post({}))).toEqual(invalidQuery(['id', 'Required input is missing.']));
  expect(await refusal(post({ id: 'content-999' }))).toEqual(invalidQuery(['id', 'Unknown value.']));
  // @ts-expect-error the id is required
  const nameless = client.addTool({});
  await expect(nameless).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'id' }] });
});

rule('EPT-2', 'the response to diary content is 201 with its URL each time, new or not', async (scene) => {
  const { client, post } = await first(scene);
  const urls = [(await client.addTool({ id: diary })).url];
  for (const _ of [1, 2]) {
    const response = await post({ id: diary });
    expect(response.status).toBe(201);
    urls.push(response.headers.get('location') ?? '', (await json(response))['@url']);
  }
  urls.push((await client.addTool({ id: diary })).url);
  expect(new Set(urls).size).toBe(1);
  const titles = (await client.diarySchemas()).map((schema) => schema.title);
  expect(titles).toEqual(['Mood diary', 'Sleep diary', 'Activity diary']);
});

rule('EPT-3', 'an API user can name a therapist, by external id or by URL', async (scene) => {
  const { client, post } = await first(scene);
  const { url } = await scene.care.professional({ id: 'PRO-1' });
  const { care, sent } = await recorded(scene.sandbox);
  const own = await care.client({ url: client.url });
  for (const therapist of [{ id: 'PRO-1' }, { url }]) {
    expect((await post({ id: other, therapist })).status).toBe(201);
    await own.addTool({ id: other, therapist });
    expect(sent.at(-1)?.body).toEqual({ id: other, therapist });
  }
  const unknown = invalidQuery(['therapist', 'Unknown value.']);
  for (const therapist of [{ id: 'PRO-99' }, { url: client.url }]) {
    expect(await refusal(post({ id: other, therapist }))).toEqual(unknown);
  }
  const twice = invalidQuery(['therapist', 'Exactly one of url and id must be sent.']);
  expect(await refusal(post({ id: other, therapist: { id: 'PRO-1', url } }))).toEqual(twice);
  await expect(client.addTool({ id: other, therapist: { id: 'PRO-99' } })).rejects.toMatchObject(asError(unknown));
  const both = invalidQuery(['id', 'Required input is missing.'], ['therapist', 'Unknown value.']);
  expect(await refusal(post({ therapist: { id: 'PRO-99' } }))).toEqual(both);
});

rule('EPT-4', 'feedback moments are asked for with true or false, or left to the platform', async (scene) => {
  const { client, post } = await first(scene);
  const { care, sent } = await recorded(scene.sandbox);
  const own = await care.client({ url: client.url });
  for (const require_feedback of [true, false]) {
    expect((await post({ id: other, require_feedback })).status).toBe(201);
    await own.addTool({ id: other, require_feedback });
    expect(sent.at(-1)?.body).toEqual({ id: other, require_feedback });
  }
  await own.addTool({ id: other });
  expect(sent.at(-1)?.body).toEqual({ id: other });
  const { status, body } = await refusal(post({ id: other, require_feedback: 'yes' }));
  expect([status, body.message, body.extra]).toMatchObject([
    400,
    'Invalid query parameters',
    [{ name: 'require_feedback' }],
  ]);
});

rule('EPT-5', 'the client gets a mail about a new tool if that is requested', async (scene) => {
  const { client, post } = await first(scene);
  const { outbox } = scene.sandbox;
  for (const body of [{ id: other }, { id: other, notify: false }]) {
    expect((await post(body)).status).toBe(201);
    await client.addTool(body);
  }
  expect((await post({ id: selfhelp, notify: true }, scene.sandbox.tokens.client)).status).toBe(201);
  expect(outbox).toEqual([]);
  expect((await post({ id: other, notify: true })).status).toBe(201);
  await client.addTool({ id: diary, notify: true });
  expect(outbox.map(({ kind, to }) => [kind, to])).toEqual([1, 2].map(() => ['tool', client.data.email]));
});

rule(
  'EPT-6',
  'tools are added by the client itself, its therapists and API users with the permission',
  async (scene) => {
    const { client, post } = await first(scene);
    const { tokens } = scene.sandbox;
    for (const token of [tokens.client, tokens.professional, tokens.supervisor, tokens.apiUser]) {
      expect((await post({ id: selfhelp }, token)).status).toBe(201);
      const same = await (await scene.as(token)).client({ url: client.url });
      expect((await same.addTool({ id: selfhelp })).url).toContain(`${client.url}/module/`);
    }
    for (const token of [tokens.friend, tokens.unrelatedProfessional, tokens.secretary, tokens.apiUserPlain]) {
      const { status, body } = await refusal(post({ id: selfhelp }, token));
      expect([status, body.code]).toEqual([403, 403]);
    }
    const plain = await (await scene.as(tokens.apiUserPlain)).client({ url: client.url });
    await expect(plain.addTool({ id: selfhelp })).rejects.toMatchObject({ name: 'LinkNotFoundError' });
  },
);

rule('EPT-7', 'therapist, feedback and mail are for API users alone, and ignored from others', async (scene) => {
  const { client, post } = await first(scene);
  const { tokens, journal, outbox } = scene.sandbox;
  const more = { therapist: { id: 'PRO-99' }, require_feedback: true, notify: true };
  for (const token of [tokens.client, tokens.professional]) {
    expect((await post({ id: selfhelp, ...more }, token)).status).toBe(201);
    expect(journal.at(-1)?.ignored).toEqual(['therapist', 'require_feedback', 'notify']);
    const same = await (await scene.as(token)).client({ url: client.url });
    await same.addTool({ id: selfhelp, ...more });
    expect(journal.at(-1)?.ignored).toEqual(['therapist', 'require_feedback', 'notify']);
  }
  expect(outbox).toEqual([]);
});

rule('EPT-8', 'tools are added at a link of the client, which is gone without access to them', async (scene) => {
  const { client, url, post } = await first(scene);
  expect(linkNames(await json(scene.raw('GET', client.url)))).toContain('tools');
  const path = `POST ${new URL(url).pathname.replace('/api/2', '')}`;
  expect(await requestsOf(scene.sandbox, () => client.addTool({ id: selfhelp }))).toEqual([path]);
  scene.sandbox.control.setFeatures(client.url, { tools: false });
  expect(linkNames(await json(scene.raw('GET', client.url)))).not.toContain('tools');
  expect((await post({ id: selfhelp })).status).toBe(404);
  const without = await client.refresh();
  const requests = await requestsOf(scene.sandbox, async () => {
    const missing = { name: 'LinkNotFoundError', wanted: 'tools' };
    await expect(without.addTool({ id: selfhelp })).rejects.toMatchObject(missing);
  });
  expect(requests).toEqual([]);
});

rule('EPT-9', 'a client is refused content that is not for self-help', async (scene) => {
  const { client, post } = await first(scene);
  const unknown = invalidQuery(['id', 'Unknown value.']);
  const token = scene.sandbox.tokens.client;
  expect(await refusal(post({ id: other }, token))).toEqual(unknown);
  const own = await (await scene.as(token)).client({ url: client.url });
  await expect(own.addTool({ id: other })).rejects.toMatchObject(asError(unknown));
});

rule('EPT-10', 'an API user can add to a client what the client cannot add itself', async (scene) => {
  const { client, post } = await first(scene);
  expect((await post({ id: other })).status).toBe(201);
  expect((await client.addTool({ id: other })).url).toMatch(/\/module\/[^/]+$/);
});
