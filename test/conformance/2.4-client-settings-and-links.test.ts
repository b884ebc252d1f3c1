import { inlineFile } from 'care-platform';
import type { Features } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { newClient } from '../support/people.js';
import { checkSandbox } from './check-sandbox.js';
import { readingRules, rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, linkNames, refusal } from './wire.js';

const path = '/aux/client/id/EHR-1042';
const address = { id: 'EHR-1042' };

rule('CL-12', 'a picture is sent as a file and read as a reference to it, or is null', async ({ care, raw }) => {
  const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 1, 2, 3]);
  const created = await care.createClient({ ...newClient, picture: await inlineFile(bytes, 'nova.jpg') });
  const reference = { '@type': 'link', size: 6, content_type: 'image/jpeg', filename: 'nova.jpg' };
  expect((await get(raw, created.url)).picture).toMatchObject(reference);
  expect(created.data.picture).toMatchObject(reference);
  expect(await (await care.file(created.data.picture ?? { url: '' })).bytes()).toEqual(bytes);
  expect((await get(raw, '/aux/client/id/EHR-1043')).picture).toBeNull();
  expect((await care.client({ id: 'EHR-1043' })).data.picture).toBeNull();
});

rule('CL-13', 'a client carries labels by their identifiers, and only ones that exist', async ({ care, raw }) => {
  const label = await care.createLabel('Nieuw');
  const { identifier } = label.data;
  await care.updateClient(address, { labels: [identifier] });
  expect((await get(raw, path)).labels).toEqual([identifier]);
  expect((await care.client(address)).data.labels).toEqual([identifier]);
  const refused = invalidJson(['labels', 'Unknown value.']);
  for (const labels of [['Nieuw'], [identifier, 'x'], [label.url]]) {
    expect(await refusal(raw('PATCH', path, { json: { labels } }))).toEqual(refused);
    await expect(care.updateClient(address, { labels })).rejects.toMatchObject(asError(refused));
  }
  expect((await get(raw, path)).labels).toEqual([identifier]);
});

rule(
  'CL-14',
  'the list of labels is null without labels, and an empty one is the same',
  async ({ care, raw, sandbox }) => {
    for (const labels of [[], null]) {
      await care.updateClient(address, { labels: [(await care.createLabel('Nieuw')).data.identifier] });
      const changed = await (await care.client(address)).update({ labels }, { reread: true });
      expect(changed.data.labels).toBeNull();
      expect((await get(raw, path)).labels).toBeNull();
    }
    const body = JSON.parse(JSON.stringify({ ...(await get(raw, path)), labels: [] }));
    sandbox.faults.add({ kind: 'response', status: 200, body });
    expect((await care.client(address)).data.labels).toEqual([]);
  },
);

rule('CL-15', 'a client does not see its labels, nor change them', async ({ care, raw, sandbox, as }) => {
  const { url, data } = await care.client(address);
  const token = sandbox.tokens.client;
  expect(data.labels).toHaveLength(2);
  expect(await get(raw, url, token)).not.toHaveProperty('labels');
  const own = await (await as(token)).client({ url });
  expect(own.data).not.toHaveProperty('labels');
  await own.update({ labels: [] });
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['labels']);
  expect((await get(raw, url)).labels).toEqual(data.labels);
});

rule(
  'CL-16',
  'the age is counted from the date of birth on the day of the question',
  async ({ care, raw, sandbox }) => {
    await care.updateClient(address, { date_of_birth: '1990-03-03' });
    sandbox.clock.set(new Date('2026-03-02T23:59:00Z'));
    expect((await get(raw, path)).age).toBe(35);
    sandbox.clock.set(new Date('2026-03-03T00:00:00Z'));
    expect((await get(raw, path)).age).toBe(36);
    const client = await care.client(address);
    expect(client.data.age).toBe(36);
    sandbox.settings.fields.client.date_of_birth = false;
    expect((await client.refresh()).data.age).toBeNull();
    // @ts-expect-error: set by the platform
    await expect(client.update({ age: 1 })).rejects.toMatchObject({ problems: [{ name: 'age' }] });
  },
);

rule('CL-17', 'the gender is one of four, and required', async ({ care, raw, sandbox }) => {
  const { gender: _, ...rest } = newClient;
  const missing = invalidJson(['gender', 'Required input is missing.']);
  expect(await refusal(raw('POST', '/c', { json: rest }))).toEqual(missing);
  expect(await refusal(raw('POST', '/c', { json: { ...rest, gender: 'female' } }))).toEqual(
    invalidJson(['gender', 'Unknown value.']),
  );
  const requests = sandbox.journal.length;
  // @ts-expect-error: no gender
  await expect(care.createClient(rest)).rejects.toMatchObject({ name: 'InputError', problems: missing.body.extra });
  // @ts-expect-error: none of the four
  await expect(care.createClient({ ...rest, gender: 'x' })).rejects.toMatchObject({
    ...{ name: 'InputError', problems: [{ name: 'gender', message: 'Unknown value.' }] },
  });
  expect(sandbox.journal).toHaveLength(requests);
  for (const gender of ['m', 'f', 'other', 'unknown'] as const) {
    const created = await care.createClient({ ...newClient, gender, email: `${gender}@mail.example` });
    expect([created.data.gender, (await get(raw, created.url)).gender]).toEqual([gender, gender]);
  }
});

rule('CL-18', 'the date of birth is required only if the platform keeps it', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { date_of_birth: _, ...rest } = newClient;
  const refused = invalidJson(['date_of_birth', 'Required input is missing.']);
  expect(await refusal(raw('POST', '/c', { json: rest }))).toEqual(refused);
  await expect(care.createClient(rest)).rejects.toMatchObject(asError(refused));
  expect((await care.createClient(newClient)).data.date_of_birth).toBe('1991-02-03');
  sandbox.settings.fields.client.date_of_birth = false;
  const created = await care.createClient({ ...rest, email: 'nina@mail.example' });
  expect(created.data).not.toHaveProperty('date_of_birth');
});

/** A text that the platform may keep or not: stored and reset where it does, neither shown nor stored where not. */
async function isSettingDependent(scene: Scene, name: 'phone_number' | 'id' | 'bsn', value: string): Promise<void> {
  const { care, raw, sandbox } = scene;
  const { url } = await care.client(address);
  await care.updateClient({ url }, { [name]: value });
  expect([(await get(raw, url))[name], (await care.client({ url })).data[name]]).toEqual([value, value]);
  expect(await refusal(raw('PATCH', url, { json: { [name]: 5 } }))).toEqual(
    invalidJson([name, 'Must be transferred as string.']),
  );
  await care.updateClient({ url }, { [name]: null });
  expect([(await get(raw, url))[name], (await care.client({ url })).data[name]]).toEqual([null, null]);
  sandbox.settings.fields.client[name] = false;
  await care.updateClient({ url }, { [name]: value });
  expect(await get(raw, url)).not.toHaveProperty(name);
  expect((await care.client({ url })).data).not.toHaveProperty(name);
  sandbox.settings.fields.client[name] = true;
  expect((await get(raw, url))[name]).toBeNull();
}

rule('CL-19', 'a telephone number is kept if the platform is set to', async (scene) => {
  await isSettingDependent(scene, 'phone_number', '000-7654321');
});

rule('CL-20', 'an external id is kept if the platform is set to, and no two clients share one', async (scene) => {
  const { care, raw } = scene;
  const refused = invalidJson(['id', 'Identifier is already in use.']);
  expect(await refusal(raw('PATCH', path, { json: { id: 'EHR-1043' } }))).toEqual(refused);
  await expect(care.updateClient(address, { id: 'EHR-1043' })).rejects.toMatchObject(asError(refused));
  const { email } = (await care.client(address)).data;
  const twin = await refusal(raw('POST', '/c', { json: { ...newClient, email, id: 'EHR-1042' } }));
  expect(twin.body.extra).toMatchObject([{ name: 'email' }, { name: 'id' }]);
  expect((await raw('PATCH', path, { json: { id: 'EHR-1042' } })).status).toBe(204);
  await isSettingDependent(scene, 'id', 'EHR-9');
});

rule('CL-21', 'a BSN is kept if the platform is set to, and no two clients share one', async (scene) => {
  const { care, raw } = scene;
  const { bsn } = (await care.client({ id: 'EHR-1043' })).data;
  const refused = invalidJson(['bsn', 'BSN is already in use.']);
  expect(await refusal(raw('PATCH', path, { json: { bsn } }))).toEqual(refused);
  await expect(care.createClient({ ...newClient, bsn })).rejects.toMatchObject(asError(refused));
  await isSettingDependent(scene, 'bsn', '000000099');
});

rule('CL-22', 'the name of a client is put together by the platform', async ({ care, raw, sandbox }) => {
  const client = await care.client({ id: 'EHR-1043' });
  expect([client.data.name, (await get(raw, client.url)).name]).toEqual([
    'Joris van der Verzonnen',
    'Joris van der Verzonnen',
  ]);
  const changed = await client.update({ first_name: 'Jan', infix: null }, { reread: true });
  expect(changed.data.name).toBe('Jan Verzonnen');
  expect((await raw('PATCH', client.url, { json: { name: 'X' } })).status).toBe(204);
  expect([sandbox.journal.at(-1)?.ignored, (await get(raw, client.url)).name]).toEqual([['name'], 'Jan Verzonnen']);
  // @ts-expect-error: set by the platform
  await expect(client.update({ name: 'X' })).rejects.toMatchObject({ problems: [{ name: 'name' }] });
});

const documented = [
  ...['activation', 'application', 'catalogue.selfhelp.items', 'diary', 'diary.configuration', 'diary.entries'],
  ...['diary.entries.items', 'diary.entries.schemas', 'planning', 'planning.ics', 'planning.items', 'relations'],
  ...['relations.items', 'tasks', 'tasks.items'],
];
const all = [...documented, 'conversations', 'tools'].toSorted();

readingRules('2.4-client-settings-and-links');

rule('CL-23', 'beside the fifteen there are the two that other passages name, and no more', async (scene) => {
  const { care, raw } = scene;
  expect(linkNames(await get(raw, path))).toEqual(all);
  const created = await json(raw('POST', '/c', { json: newClient }));
  expect(linkNames(created)).toEqual(all);
  expect((await care.client(address)).links.names()).toEqual(all);
});

rule(
  'CL-24',
  'a user without access to a feature has none of its links, and all others',
  async ({ care, raw, sandbox }) => {
    const features: Record<keyof Features, RegExp> = {
      ...{ diary: /^diary/, planning: /^planning/, conversations: /^conversations$/, tools: /^tools$/ },
    };
    sandbox.control.addCatalogueItem({ id: 'c1' });
    const { url } = await care.client(address);
    for (const [feature, own] of Object.entries(features)) {
      const targets = (await get(raw, url))['@links'].filter(({ name }) => own.test(name));
      expect(targets.length, feature).toBeGreaterThan(0);
      sandbox.control.setFeatures(url, { [feature]: false });
      expect(linkNames(await get(raw, url)), feature).toEqual(all.filter((name) => !own.test(name)));
      for (const target of targets) expect((await raw('GET', target.url)).status, target.name).toBe(404);

      const client = await care.client({ url });
      const failures = await Promise.allSettled([
        ...[client.diary(), client.calendar(), client.conversations().first(), client.addTool({ id: 'c1' })],
      ]);
      expect(failures.map(({ status }) => status === 'rejected')).toEqual(
        Object.keys(features).map((one) => one === feature),
      );
      expect(failures.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { name: 'LinkNotFoundError' },
      });
      sandbox.control.setFeatures(url, { [feature]: true });
    }
  },
);

rule('CL-23', 'the check insists on the links that depend on no feature, as far as a token may see them', async () => {
  const check = (missing: string) => {
    const rewrite = (text: string) => text.replaceAll(`{"name":"${missing}",`, '{"name":"another",');
    return checkSandbox({ only: ['CL-23'], rewrite });
  };
  for (const name of ['application', 'tasks', 'tasks.items']) {
    expect(await check(name)).toEqual([['CL-23', 'not held', `links of a client: ${name} is missing.`]]);
  }
  const text = 'LinkNotFoundError: the link that the rule needs is missing.';
  for (const name of ['diary', 'activation']) expect(await check(name)).toEqual([['CL-23', 'not reachable', text]]);
  expect(await checkSandbox({ only: ['CL-23'], user: 'secretary' })).toEqual([['CL-23', 'not reachable', text]]);
});
