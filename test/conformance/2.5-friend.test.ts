import { Client, Friend, inlineFile } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, linkNames, refusal } from './wire.js';

/** The first friend, as it sees itself and as an API user does. */
async function friends({ care, sandbox, as }: Scene) {
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const token = sandbox.tokens.friend;
  return { url, token, itself: await (await as(token)).friend({ url }), seen: await care.friend({ url }) };
}

rule('FR-1', 'the type distinguishes a friend from the clients in the same list', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url } = await friends(scene);
  const type = `${sandbox.settings.typeNs}/friend`;
  expect((await get(raw, url))['@type']).toBe(type);
  const wire = (await get(raw, '/c/items'))['@items'].filter((item) => item['@type'] === type);
  const listed = (await care.clients().toArray()).filter((user) => user instanceof Friend);
  expect(listed.map((user) => user.url)).toEqual(wire.map((item) => item['@url']));
  expect(listed).toHaveLength(sandbox.control.users('friend').length);
  expect(listed.every((user) => !(user instanceof Client))).toBe(true);
});

rule('FR-2', 'whether a friend is active is shown to everyone who sees it, and must be a boolean', async (scene) => {
  const { raw } = scene;
  const { url, token, itself, seen } = await friends(scene);
  expect([(await get(raw, url)).active, (await get(raw, url, token)).active]).toEqual([true, true]);
  expect([itself.data.active, seen.data.active]).toEqual([true, true]);
  for (const [active, message] of [
    [null, 'Required input is missing.'],
    [1, 'Must be true or false.'],
  ] as const) {
    const refused = invalidJson(['active', message]);
    expect(await refusal(raw('PATCH', url, { json: { active } }))).toEqual(refused);
    await expect(seen.update({}, { extra: { body: { active } } })).rejects.toMatchObject(asError(refused));
  }
  expect((await seen.update({ active: false }, { reread: true })).data.active).toBe(false);
  expect((await raw('GET', url, { token })).status).toBe(401);
});

rule('FR-3', 'a friend logs in with an email of its own, in lower case', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url, token, itself } = await friends(scene);
  const { email: taken } = (await care.client({ id: 'EHR-1042' })).data;
  for (const [email, message] of [
    ['vera', 'Not a valid email address.'],
    [null, 'Required input is missing.'],
    ['Vera@mail.example', 'Email address cannot contain uppercase characters.'],
    [taken, 'Email address is already in use.'],
  ] as const) {
    const refused = invalidJson(['email', message]);
    expect(await refusal(raw('PATCH', url, { token, json: { email } })), message).toEqual(refused);
    const sent = itself.update({}, { extra: { body: { email } } });
    await expect(sent, message).rejects.toMatchObject(asError(refused));
  }
  const requests = sandbox.journal.length;
  await expect(itself.update({ email: 'Vera@mail.example' })).rejects.toMatchObject({ name: 'InputError' });
  expect(sandbox.journal).toHaveLength(requests);
  await itself.update({ email: 'vera@mail.example' });
  expect((await get(raw, url, token)).email).toBe('vera@mail.example');
});

rule('FR-4', 'a friend has a picture if the platform is set to', async (scene) => {
  const { raw, sandbox } = scene;
  const { url, token, itself } = await friends(scene);
  expect([itself.data.picture, (await get(raw, url, token)).picture]).toEqual([null, null]);
  const picture = await inlineFile(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1]), 'vera.png');
  const changed = await itself.update({ picture }, { reread: true });
  const reference = { '@type': 'link', size: 5, content_type: 'image/png', filename: 'vera.png' };
  expect(changed.data.picture).toMatchObject(reference);
  expect((await get(raw, url, token)).picture).toMatchObject(reference);
  sandbox.settings.fields.friend.picture = false;
  expect((await changed.refresh()).data).not.toHaveProperty('picture');
  await changed.update({ picture: null });
  sandbox.settings.fields.friend.picture = true;
  expect((await changed.refresh()).data.picture).toMatchObject(reference);
});

rule('FR-5', 'a friend chooses its name, unlike a client', async (scene) => {
  const { raw } = scene;
  const { url, token, itself } = await friends(scene);
  expect((await itself.update({ name: 'Zoë Vriend' })).data.name).toBe('Zoë Vriend');
  expect((await get(raw, url, token)).name).toBe('Zoë Vriend');
  const refused = invalidJson(['name', 'Required input is missing.']);
  expect(await refusal(raw('PATCH', url, { token, json: { name: null } }))).toEqual(refused);
  // @ts-expect-error: a required field
  await expect(itself.update({ name: null })).rejects.toMatchObject({
    name: 'InputError',
    problems: refused.body.extra,
  });
});

rule('FR-6', 'a friend is read and changed below the path of the clients, and opened by its type', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url, seen } = await friends(scene);
  expect(new URL(url).pathname).toMatch(/^\/api\/2\/c\/\w+$/);
  expect(await care.open(url)).toBeInstanceOf(Friend);
  await seen.update({ active: true });
  expect(sandbox.journal.at(-1)).toMatchObject({ method: 'PATCH', path: new URL(url).pathname.slice(6), status: 204 });
  await expect(care.client({ url })).rejects.toMatchObject({ name: 'ResponseValidationError' });
  await expect(care.friend({ url: (await care.client({ id: 'EHR-1042' })).url })).rejects.toMatchObject({
    ...{ name: 'ResponseValidationError', problems: [{ name: '@type' }] },
  });
  expect((await raw('GET', `/aux/client/id/${url.split('/').at(-1)}`)).status).toBe(404);
});

rule('FR-7', 'only the friend itself and API users can read a friend', async (scene) => {
  const { raw, sandbox, as } = scene;
  const { url, token } = await friends(scene);
  const { apiUser, apiUserPlain, client, professional, secretary, applicationManager } = sandbox.tokens;
  for (const viewer of [token, apiUser, apiUserPlain]) {
    expect((await raw('GET', url, { token: viewer })).status).toBe(200);
  }
  const second = sandbox.control.issueToken(sandbox.control.users('friend')[1]?.key ?? '');
  for (const viewer of [client, professional, secretary, applicationManager, second]) {
    expect((await raw('GET', url, { token: viewer })).status).toBe(403);
    expect((await raw('PATCH', url, { token: viewer, json: { name: 'X' } })).status).toBe(403);
    const care = await as(viewer);
    await expect(care.friend({ url })).rejects.toMatchObject({ name: 'ForbiddenError', status: 403 });
  }
  const listed = await json(raw('GET', '/c/items', { token: secretary }));
  expect(listed['@items'].filter((item) => item['@type'].endsWith('/friend'))).toEqual([]);
});

rule('FR-8', 'email, name and picture of a friend are for itself: an API user does not get them', async (scene) => {
  const { care, raw } = scene;
  const { url, token, itself, seen } = await friends(scene);
  const fields = (document: object) => Object.keys(document).filter((name) => !name.startsWith('@'));
  expect(fields(await get(raw, url, token))).toEqual(['active', 'email', 'picture', 'name']);
  expect(fields(await get(raw, url))).toEqual(['active']);
  const listed = (await get(raw, '/c/items'))['@items'].find((item) => item['@url'] === url);
  expect(fields(listed ?? {})).toEqual(['active']);
  expect([itself.data.name, itself.data.email, itself.data.picture]).toEqual([
    ...['Vera Vriendvoorbeeld', 'vera.vriendvoorbeeld@mail.example', null],
  ]);
  expect(seen.data).toEqual({ active: true });
  expect((await seen.update({ name: 'X' }, { reread: true })).data).toEqual({ active: true });
  expect((await care.friend({ url })).data).toEqual({ active: true });
});

const common = [
  ...['application', 'catalogue.selfhelp.items', 'planning', 'planning.ics', 'planning.items'],
  ...['tasks', 'tasks.items', 'tools'],
];

rule('FR-9', 'the friend itself is offered ten links', async (scene) => {
  const { url, token, itself } = await friends(scene);
  const names = [...common, 'favorites.items', 'logout'].toSorted();
  expect(linkNames(await get(scene.raw, url, token))).toEqual(names);
  expect(itself.links.names()).toEqual(names);
  expect(await itself.tasks().toArray()).toHaveLength(1);
  expect(await itself.calendar()).toMatch(/^BEGIN:VCALENDAR/);
  await expect(itself.conversations().first()).rejects.toMatchObject({ wanted: 'conversations' });
});

rule('FR-10', 'an API user is offered ten links of a friend, two of them others', async (scene) => {
  const { url, seen } = await friends(scene);
  const names = [...common, 'account', 'conversations'].toSorted();
  expect(linkNames(await get(scene.raw, url))).toEqual(names);
  expect(seen.links.names()).toEqual(names);
  expect(await seen.tasks().toArray()).toHaveLength(1);
  await seen.conversations({ limit: 5 }).toArray();
  await expect(seen.follow('favorites.items')).rejects.toMatchObject({ wanted: 'favorites.items' });
});
