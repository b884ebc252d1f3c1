import { inlineFile, Professional } from 'care-platform';
import { expect } from 'vitest';
import { newProfessional } from '../support/people.js';
import { rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, linkNames, refusal } from './wire.js';

const path = '/aux/professional/id/PRO-1';
const address = { id: 'PRO-1' };

rule('PR-1', 'a professional is of the type professional, and of its class', async ({ care, raw, sandbox }) => {
  const professional = await care.professional(address);
  expect(professional).toBeInstanceOf(Professional);
  expect((await get(raw, path))['@type']).toBe(`${sandbox.settings.typeNs}/professional`);
  for (const item of (await get(raw, '/p/items'))['@items']) expect(item['@type']).toBe(professional.type);
  expect((await care.professionals().toArray()).every((one) => one instanceof Professional)).toBe(true);
});

async function isRequired({ care, raw, sandbox }: Scene, name: keyof typeof newProfessional): Promise<void> {
  const refused = invalidJson([name, 'Required input is missing.']);
  const { [name]: _, ...rest } = newProfessional;
  expect(await refusal(raw('POST', '/p', { json: rest })), name).toEqual(refused);
  expect(await refusal(raw('PATCH', path, { json: { [name]: null } })), name).toEqual(refused);
  const requests = sandbox.journal.length;
  const create = care.createProfessional({ ...newProfessional, [name]: undefined });
  await expect(create).rejects.toMatchObject({ name: 'InputError', problems: refused.body.extra });
  expect(sandbox.journal).toHaveLength(requests);
}

rule('PR-2', 'a professional has a first and a last name', async (scene) => {
  await isRequired(scene, 'first_name');
  await isRequired(scene, 'last_name');
  const { data, url } = await scene.care.createProfessional(newProfessional);
  expect(data).toMatchObject({ first_name: 'Pia', last_name: 'Nieuw' });
  expect(await get(scene.raw, url)).toMatchObject({ first_name: 'Pia', last_name: 'Nieuw' });
});

rule('PR-3', 'the infix of a professional may be missing', async ({ care, raw }) => {
  const professional = await care.professional(address);
  expect([professional.data.infix, (await get(raw, path)).infix]).toEqual([null, null]);
  await professional.update({ infix: 'van' });
  expect((await get(raw, path)).infix).toBe('van');
  await professional.update({ infix: null });
  expect((await get(raw, path)).infix).toBeNull();
});

rule('PR-4', 'a new professional needs `active`', async (scene) => {
  const { care, raw } = scene;
  await isRequired(scene, 'active');
  const refused = invalidJson(['active', 'Must be true or false.']);
  expect(await refusal(raw('POST', '/p', { json: { ...newProfessional, active: 'false' } }))).toEqual(refused);
  const { data, url } = await care.createProfessional({ ...newProfessional, active: true });
  expect([data.active, (await get(raw, url)).active]).toEqual([true, true]);
});

rule('PR-5', 'only the platform sets the source of a professional', async (scene) => {
  const { care, raw, sandbox } = scene;
  expect([(await care.professional(address)).data.external_source, (await get(raw, path)).external_source]).toEqual([
    ...[null, null],
  ]);
  const created = await json(raw('POST', '/p', { json: { ...newProfessional, external_source: 'X' } }));
  expect(created.external_source).toBe('sandbox-ehr');
  await raw('PATCH', created['@url'], { json: { external_source: null } });
  expect(sandbox.journal.at(-1)).toMatchObject({ status: 204, ignored: ['external_source'] });
  expect((await care.professional({ url: created['@url'] })).data.external_source).toBe('sandbox-ehr');
  // @ts-expect-error: set by the platform
  const update = care.updateProfessional(address, { external_source: 'X' });
  await expect(update).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'external_source' }] });
});

rule('PR-6', 'a professional logs in with an email of its own, in lower case', async (scene) => {
  const { care, raw, sandbox } = scene;
  await isRequired(scene, 'email');
  const { email: taken } = (await care.client({ id: 'EHR-1042' })).data;
  for (const [email, message] of [
    ['pia', 'Not a valid email address.'],
    ['Pia@mail.example', 'Email address cannot contain uppercase characters.'],
    [taken, 'Email address is already in use.'],
  ] as const) {
    const refused = invalidJson(['email', message]);
    expect(await refusal(raw('POST', '/p', { json: { ...newProfessional, email } })), message).toEqual(refused);
    const sent = care.updateProfessional(address, {}, { extra: { body: { email } } });
    await expect(sent, message).rejects.toMatchObject(asError(refused));
  }
  const requests = sandbox.journal.length;
  await expect(care.updateProfessional(address, { email: 'Pia@mail.example' })).rejects.toThrow('uppercase');
  expect(sandbox.journal).toHaveLength(requests);
});

rule('PR-7', 'a professional has a picture if the platform is set to', async ({ care, raw, sandbox }) => {
  const picture = await inlineFile(Uint8Array.from([0x47, 0x49, 0x46, 0x38, 1]), 'pia.gif');
  const created = await care.createProfessional({ ...newProfessional, picture });
  const reference = { '@type': 'link', size: 5, content_type: 'image/gif', filename: 'pia.gif' };
  expect(created.data.picture).toMatchObject(reference);
  expect((await get(raw, created.url)).picture).toMatchObject(reference);
  expect((await care.professional(address)).data.picture).toBeNull();
  sandbox.settings.fields.professional.picture = false;
  expect((await created.refresh()).data).not.toHaveProperty('picture');
});

rule('PR-8', 'the id of a professional is one of the institution, or null, or not kept', async (scene) => {
  const { care, raw, sandbox } = scene;
  const created = await care.createProfessional(newProfessional);
  expect([created.data.id, (await get(raw, created.url)).id]).toEqual([null, null]);
  const refused = invalidJson(['id', 'Identifier is already in use.']);
  expect(await refusal(raw('PATCH', created.url, { json: { id: 'PRO-1' } }))).toEqual(refused);
  await expect(created.update({ id: 'PRO-1' })).rejects.toMatchObject(asError(refused));
  await created.update({ id: 'EHR-1042' });
  expect((await care.professional({ id: 'EHR-1042' })).url).toBe(created.url);
  sandbox.settings.fields.professional.id = false;
  expect((await created.refresh()).data).not.toHaveProperty('id');
});

rule('PR-9', 'a professional may introduce itself to its clients', async ({ care, raw, sandbox, as }) => {
  const professional = await care.professional(address);
  await professional.update({ description: 'Ik luister.' });
  const token = sandbox.tokens.client;
  expect((await get(raw, professional.url, token)).description).toBe('Ik luister.');
  const seen = await (await as(token)).professional({ url: professional.url });
  expect(seen.data.description).toBe('Ik luister.');
  expect((await professional.update({ description: null }, { reread: true })).data.description).toBeNull();
  expect((await get(raw, professional.url)).description).toBeNull();
});

rule(
  'PR-10',
  'a professional carries labels by identifier, null when none, in the sight of its own clients too',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    const [first, second] = (await care.labels().toArray()).map((label) => label.data.identifier);
    const labels = [second ?? '', first ?? ''];
    await care.updateProfessional(address, { labels });
    expect((await get(raw, path)).labels).toEqual(labels);
    const professional = await care.professional(address);
    expect(professional.data.labels).toEqual(labels);
    expect((await get(raw, professional.url, sandbox.tokens.client)).labels).toEqual(labels);
    const refused = invalidJson(['labels', 'Unknown value.']);
    expect(await refusal(raw('PATCH', path, { json: { labels: ['x'] } }))).toEqual(refused);
    await expect(professional.update({ labels: ['x'] })).rejects.toMatchObject(asError(refused));
    await professional.update({ labels: [] });
    expect((await get(raw, path)).labels).toBeNull();
    sandbox.settings.fields.professional.labels = false;
    expect((await professional.refresh()).data).not.toHaveProperty('labels');
  },
);

rule('PR-11', 'the name of a professional is put together by the platform', async ({ care, raw, sandbox }) => {
  const professional = await care.professional(address);
  expect(professional.data.name).toBe('Pro Voorbeeldtherapeut');
  const json = { first_name: 'Pia', infix: 'de', name: 'X' };
  expect((await raw('PATCH', path, { json })).status).toBe(204);
  expect([sandbox.journal.at(-1)?.ignored, (await get(raw, path)).name]).toEqual([
    ['name'],
    'Pia de Voorbeeldtherapeut',
  ]);
  expect((await professional.refresh()).data.name).toBe('Pia de Voorbeeldtherapeut');
  // @ts-expect-error: set by the platform
  await expect(professional.update({ name: 'X' })).rejects.toMatchObject({ problems: [{ name: 'name' }] });
});

rule('PR-12', 'a professional offers seven links', async ({ care, raw }) => {
  const names = ['activation', 'application', 'groups', 'logout', 'roles', 'tasks', 'tasks.items'];
  expect(linkNames(await get(raw, path))).toEqual(names);
  const professional = await care.professional(address);
  expect(professional.links.names()).toEqual(names);
  expect((await professional.groups()).data.groups).toEqual(['therapists']);
  expect((await professional.roles()).data.roles).toEqual([]);
  expect((await professional.tasks().toArray()).length).toBeGreaterThan(0);
  expect(await professional.follow('application')).toHaveProperty('url', care.url);
});
