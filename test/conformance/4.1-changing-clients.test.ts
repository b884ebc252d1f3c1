import { BadRequestError, ForbiddenError, InputError, InvalidInputError, NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newActiveClient, newClient } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule, type Scene } from './rule.js';
import { get, invalidJson, json, refusal } from './wire.js';

const client = async ({ care }: Pick<Scene, 'care'>, id = 'EHR-1042') => care.client({ id });

rule('EPU-15', 'a change of a client touches nothing but the fields that are sent', async ({ sandbox, raw }) => {
  const before = await get(raw, '/aux/client/id/EHR-1042');
  expect((await raw('PATCH', before['@url'], { json: { infix: 'de', phone_number: null } })).status).toBe(204);
  const { '@changes': _, ...after } = await get(raw, before['@url']);
  const { '@changes': __, ...wanted } = before;
  expect(after).toEqual({ ...wanted, infix: 'de', phone_number: null, name: 'Fenna de Voorbeeld' });

  const { care, sent } = await recorded(sandbox);
  const read = await client({ care });
  const changed = await read.update({ infix: null, last_name: undefined, gender: 'other' });
  expect(sent.slice(1).map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { infix: null, gender: 'other' }],
  ]);
  expect(changed.data).toMatchObject({ infix: null, gender: 'other', last_name: 'Voorbeeld', phone_number: null });
  expect((await changed.refresh()).data).toMatchObject({ infix: null, gender: 'other', last_name: 'Voorbeeld' });
});

rule('EPU-16', 'a change of a client leaves it as active as it was', async ({ sandbox, care, raw }) => {
  const read = await client({ care });
  expect((await raw('PATCH', read.url, { json: { active: false, infix: 'de' } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['active']);
  expect((await read.refresh()).data).toMatchObject({ active: true, infix: 'de' });
  const before = sandbox.journal.length;
  // @ts-expect-error: activate and deactivate are for that
  await expect(read.update({ active: false })).rejects.toThrow(InputError);
  expect(sandbox.journal).toHaveLength(before);
});

rule(
  'EPU-17',
  'activation says what to be and which mail to send, by its link',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const read = await client({ care });
    const { url } = read.links.get('activation');
    expect(url).toMatch(/\/switch$/);
    const missing = refusal(raw('POST', url, { json: { send_email: 'no' } }));
    expect(await missing).toEqual(invalidJson(['active', 'Required input is missing.']));
    const unknown = refusal(raw('POST', url, { json: { active: false, send_email: 'goodbye' } }));
    expect(await unknown).toEqual(invalidJson(['send_email', 'Unknown value.']));
    const both = invalidJson(['active', 'Required input is missing.'], ['send_email', 'Unknown value.']);
    expect(await refusal(raw('POST', url, { json: { send_email: 'goodbye' } }))).toEqual(both);

    expect((await read.deactivate({ sendEmail: 'no' })).data.active).toBe(false);
    expect((await read.activate({ sendEmail: 'welcome' })).data.active).toBe(true);
    await read.deactivate();
    expect((await read.refresh()).data.active).toBe(false);
    // @ts-expect-error: one of three
    await expect(async () => read.activate({ sendEmail: 'goodbye' })).rejects.toThrow(InputError);
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(new Set(posts.map(({ path }) => path))).toEqual(new Set([new URL(url).pathname.slice('/api/2'.length)]));
    expect(posts.map(({ body }) => body)).toEqual([
      { active: false, send_email: 'no' },
      { active: true, send_email: 'welcome' },
      { active: false },
    ]);
  },
  { paths: { activation: 'switch' } },
);

rule('EPU-18', 'a merge names the other client by id or by URL, not by both', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const keep = await client({ care });
  const [second, third] = [await client({ care }, 'EHR-1043'), await client({ care }, 'EHR-1044')];
  const both = refusal(raw('POST', `${keep.url}/merge`, { json: { id: 'EHR-1043', url: second.url } }));
  expect((await both).status).toBe(400);
  const none = refusal(raw('POST', `${keep.url}/merge`, { json: {} }));
  expect(await none).toEqual(invalidJson(['id', 'Required input is missing.']));
  expect((await raw('POST', `${keep.url}/merge`, { json: { id: 'none' } })).status).toBe(400);
  // @ts-expect-error: one of the two
  await expect(keep.mergeIn({ id: 'EHR-1043', url: second.url })).rejects.toThrow(InputError);
  // @ts-expect-error: one of the two
  await expect(keep.mergeIn({})).rejects.toThrow(InputError);

  await keep.mergeIn(second);
  await keep.mergeIn({ id: 'EHR-1044' });
  const path = `${keep.url.slice(sandbox.baseUrl.length)}/merge`;
  expect(sent.slice(3).map((one) => [one.method, one.path, one.body])).toEqual([
    ['POST', path, { url: second.url }],
    ['POST', path, { id: 'EHR-1044' }],
  ]);
  expect((await raw('GET', third.url)).status).toBe(404);
});

rule('EPU-19', 'a merge moves all of the other client and leaves only the one addressed', async (scene) => {
  const { care, raw, sandbox } = scene;
  const [keep, other] = [await client(scene), await client(scene, 'EHR-1043')];
  const own = keep.data;
  const tool = await other.addTool({ id: 'content-020' });
  sandbox.control.assignTask(other.url, { title: 'Of the other' });
  sandbox.control.addConversation(other.url, { subject: 'Of the other' });
  const count = async () => [
    (await keep.tasks().toArray()).length,
    (await keep.diaryEntries().toArray()).length,
    (await keep.conversations().toArray()).length,
  ];
  const theirs = await Promise.all([other.tasks().toArray(), other.diaryEntries().toArray()]);
  const [tasks = 0, entries = 0, talks = 0] = await count();

  expect(await keep.mergeIn(other)).toBeUndefined();
  expect(await count()).toEqual([tasks + theirs[0].length, entries + theirs[1].length, talks + 2]);
  const moved = tool.url.replace(other.url, keep.url);
  expect((await raw('GET', tool.url)).status).toBe(404);
  expect((await raw('GET', moved)).status).toBe(200);
  expect((await keep.refresh()).data).toEqual(own);
  await expect(care.client({ url: other.url })).rejects.toThrow(NotFoundError);
  await expect(care.client({ id: 'EHR-1043' })).rejects.toThrow(NotFoundError);
});

rule(
  'EPU-20',
  'a friend has an address among the clients, and all fields only for itself',
  async ({ sandbox, care, as, raw }) => {
    const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
    const { friend: token, professional } = sandbox.tokens;
    const own = await get(raw, url, token);
    expect(own).toMatchObject({ '@type': 'https://care.example/ns/friend', active: true, picture: null });
    const itself = await (await as(token)).friend({ url });
    expect(itself.data).toEqual({ active: true, email: own.email, picture: null, name: own.name });
    expect((await care.friend({ url })).data).toEqual({ active: true });
    expect((await raw('GET', url, { token: professional })).status).toBe(403);
    await expect((await as(professional)).friend({ url })).rejects.toThrow(ForbiddenError);
  },
);

rule('EPU-21', 'a change of a friend takes any of its fields', async ({ sandbox, care, as, raw }) => {
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const { friend: token } = sandbox.tokens;
  const own = await get(raw, url, token);
  expect((await raw('PATCH', url, { token, json: { name: 'Vera Anders' } })).status).toBe(204);
  expect(await get(raw, url, token)).toMatchObject({ name: 'Vera Anders', email: own.email, active: true });

  const itself = await (await as(token)).friend({ url });
  const changed = await itself.update({ email: 'vera@mail.example' });
  expect(changed.data).toMatchObject({ name: 'Vera Anders', email: 'vera@mail.example' });
  expect(await get(raw, url, token)).toMatchObject({ name: 'Vera Anders', email: 'vera@mail.example' });
  const stopped = await (await care.friend({ url })).update({ active: false });
  expect([stopped.data, (await stopped.refresh()).data]).toEqual([{ active: false }, { active: false }]);
});

rule('EPU-32', 'the welcome mail of an activation is the one of a new client', async ({ sandbox, care }) => {
  await care.createClient({ ...newActiveClient, email: 'a@mail.example' });
  const later = await care.createClient({ ...newClient, email: 'b@mail.example' });
  await later.activate({ sendEmail: 'welcome' });
  expect(sandbox.outbox.map(({ to, kind }) => [to, kind])).toEqual([
    ['a@mail.example', 'welcome'],
    ['b@mail.example', 'welcome'],
  ]);
});

rule('EPU-33', 'an activation can send a mail about nothing else', async (scene) => {
  await (await client(scene, 'EHR-1045')).activate({ sendEmail: 'activation' });
  expect(scene.sandbox.outbox.map(({ kind }) => kind)).toEqual(['activation']);
});

rule('EPU-34', 'no mail is sent if none is requested', async (scene) => {
  const read = await client(scene, 'EHR-1045');
  await read.activate({ sendEmail: 'no' });
  expect([(await read.refresh()).data.active, scene.sandbox.outbox]).toEqual([true, []]);
});

rule('EPU-35', 'a deactivation sends a mail unless it is switched off', async (scene) => {
  const read = await client(scene);
  await read.deactivate({ sendEmail: 'no' });
  expect(scene.sandbox.outbox).toEqual([]);
  await read.activate({ sendEmail: 'no' });
  await read.deactivate();
  expect(scene.sandbox.outbox.map(({ kind }) => kind)).toEqual(['deactivation']);
});

rule('EPU-36', 'a client that is in that state already stays so, without mail, with 400', async (scene) => {
  const [active, inactive] = [await client(scene), await client(scene, 'EHR-1045')];
  for (const [one, state] of [[active, true] as const, [inactive, false] as const]) {
    const response = await scene.raw('POST', one.links.get('activation').url, { json: { active: state } });
    expect([response.status, (await json(response)).code]).toEqual([400, 400]);
  }
  for (const again of [active.activate({ sendEmail: 'welcome' }), inactive.deactivate()]) {
    const refused = await failureOf(again);
    expect(refused).toBeInstanceOf(BadRequestError);
    expect(refused).not.toBeInstanceOf(InvalidInputError);
    expect(refused).toMatchObject({ status: 400, attempts: 1 });
  }
  expect(scene.sandbox.outbox).toEqual([]);
  expect([(await active.refresh()).data.active, (await inactive.refresh()).data.active]).toEqual([true, false]);
});
