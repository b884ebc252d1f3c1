import { BadRequestError, InputError, InvalidInputError } from 'care-platform';
import { expect } from 'vitest';
import { newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get, invalidJson, json, refusal } from './wire.js';

readingRules('4.1-professionals');

rule('EPU-23', 'a created professional comes back whole, with its address', async ({ sandbox, raw }) => {
  const response = await raw('POST', '/p', { json: { ...newProfessional, id: 'PRO-90' } });
  const professional = await json(response);
  expect([response.status, response.headers.get('location')]).toEqual([201, professional['@url']]);
  expect(await get(raw, '/aux/professional/id/PRO-90')).toEqual(professional);

  const { care, sent } = await recorded(sandbox);
  const created = await care.createProfessional({ ...newProfessional, email: 'p2@mail.example', active: true });
  expect(created.data).toMatchObject({ ...newProfessional, email: 'p2@mail.example', active: true, name: 'Pia Nieuw' });
  expect(sent).toMatchObject([{ method: 'POST', path: '/p' }]);
  expect((await care.professional({ url: created.url })).data).toEqual(created.data);
});

rule('EPU-24', 'the platform names the source of a new professional', async ({ sandbox, care, raw }) => {
  const created = await care.createProfessional(newProfessional);
  expect(created.data.external_source).toBe('sandbox-ehr');
  const sent = { ...newProfessional, email: 'p2@mail.example', external_source: 'mine' };
  const byManager = raw('POST', '/p', { json: sent, token: sandbox.tokens.applicationManager });
  expect((await json(byManager)).external_source).toBeNull();
  const refused = care.createProfessional({
    ...newProfessional,
    // @ts-expect-error: nothing to send
    external_source: 'mine',
  });
  await expect(refused).rejects.toThrow(InputError);
});

rule('EPU-25', 'a professional is read with its times and its links', async ({ care, raw }) => {
  const professional = await care.professional({ id: 'PRO-1' });
  const document = await get(raw, professional.url);
  expect(document['@url']).toBe(professional.url);
  expect(professional.createdAt).toEqual(new Date(`${document['@changes'].creation_time}Z`));
  expect(professional.modifiedAt).toEqual(new Date(`${document['@changes'].modification_time}Z`));
  const names = ['activation', 'application', 'groups', 'logout', 'roles', 'tasks', 'tasks.items'];
  expect(document['@links'].map(({ name }) => name)).toEqual(names);
  expect(professional.links.names()).toEqual(names);
});

rule('EPU-26', 'a change of a professional touches nothing but the fields sent', async ({ sandbox, raw }) => {
  const before = await get(raw, '/aux/professional/id/PRO-1');
  const change = { description: null, active: false };
  expect((await raw('PATCH', before['@url'], { json: change })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['active']);
  const { '@changes': _, ...after } = await get(raw, before['@url']);
  const { '@changes': __, ...kept } = before;
  expect(after).toEqual({ ...kept, description: null });

  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-1' });
  const changed = await professional.update({ infix: 'de', first_name: undefined });
  expect([sent[1]?.method, sent[1]?.body]).toEqual(['PATCH', { infix: 'de' }]);
  expect((await changed.refresh()).data).toMatchObject({ first_name: 'Pro', infix: 'de', active: true });
  // @ts-expect-error: activate and deactivate are for that
  await expect(professional.update({ active: false })).rejects.toThrow(InputError);
});

rule('EPU-27', 'switching a professional always sends a mail and takes no choice of it', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-1' });
  const { email } = professional.data;
  const { url } = professional.links.get('activation');
  expect((await raw('POST', url, { json: { active: false, send_email: 'no' } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['send_email']);
  const missing = refusal(raw('POST', url, { json: {} }));
  expect(await missing).toEqual(invalidJson(['active', 'Required input is missing.']));
  expect((await professional.activate()).data.active).toBe(true);
  expect((await professional.deactivate()).data.active).toBe(false);
  expect((await professional.refresh()).data.active).toBe(false);
  await expect(professional.deactivate()).rejects.toThrow(BadRequestError);
  expect(sandbox.outbox.map(({ to, kind }) => [to, kind])).toEqual([
    [email, 'deactivation'],
    [email, 'activation'],
    [email, 'deactivation'],
  ]);
  const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual([{ active: true }, { active: false }, { active: false }]);
});

rule('EPU-28', 'the groups of a professional are a resource behind a link', async ({ care, raw }) => {
  const professional = await care.professional({ id: 'PRO-3' });
  const { url } = professional.links.get('groups');
  expect(await get(raw, url)).toEqual({
    '@url': url,
    '@type': 'https://care.example/ns/user/groups',
    '@links': [],
    groups: ['secretaries', 'counter-operators'],
  });
  const groups = await professional.groups();
  expect([groups.url, groups.data]).toEqual([url, { groups: ['secretaries', 'counter-operators'] }]);
});

rule('EPU-29', 'setting groups replaces the whole list', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-3' });
  const { url } = professional.links.get('groups');
  expect((await raw('PATCH', url, { json: { groups: ['therapists'] } })).status).toBe(204);
  expect((await get(raw, url)).groups).toEqual(['therapists']);
  await professional.setGroups(['supervisors', 'counter-operators']);
  expect([sent.at(-1)?.method, sent.at(-1)?.body]).toEqual(['PATCH', { groups: ['supervisors', 'counter-operators'] }]);
  expect((await professional.groups()).data.groups).toEqual(['supervisors', 'counter-operators']);
  await professional.setGroups([]);
  expect((await get(raw, url)).groups).toEqual([]);
});

rule('EPU-30', 'the roles of a professional are a resource behind a link', async ({ care, raw }) => {
  const professional = await care.professional({ id: 'PRO-3' });
  const { url } = professional.links.get('roles');
  const lists = { roles: ['role.Secretary'], additional_roles: [] };
  const type = 'https://care.example/ns/user/roles';
  expect(await get(raw, url)).toEqual({ '@url': url, '@type': type, '@links': [], ...lists });
  expect((await professional.roles()).data).toEqual(lists);
});

rule('EPU-31', 'setting roles replaces the lists that are sent and no other', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-3' });
  const { url } = professional.links.get('roles');
  expect((await raw('PATCH', url, { json: { additional_roles: ['role.Secretary'] } })).status).toBe(204);
  expect(await get(raw, url)).toMatchObject({ roles: ['role.Secretary'], additional_roles: ['role.Secretary'] });
  await professional.setGroups(['secretaries']);
  await professional.setRoles({ roles: ['role.ApplicationManager'] });
  expect([sent.at(-1)?.method, sent.at(-1)?.body]).toEqual(['PATCH', { roles: ['role.ApplicationManager'] }]);
  const lists = { roles: ['role.ApplicationManager'], additional_roles: ['role.Secretary'] };
  expect((await professional.roles()).data).toEqual(lists);
  const unknown = await refusal(raw('PATCH', url, { json: { additional_roles: ['role.Other'] } }));
  expect(unknown).toEqual(invalidJson(['additional_roles', 'Unknown value.']));
});

rule('EPU-37', 'counter operators must be in one of three other groups too', async ({ sandbox, care, raw }) => {
  const professional = await care.professional({ id: 'PRO-4' });
  const { url } = professional.links.get('groups');
  for (const company of ['secretaries', 'therapists', 'supervisors']) {
    await professional.setGroups(['application-managers', 'counter-operators', company]);
    expect((await get(raw, url)).groups).toContain(company);
  }
  const before = sandbox.journal.length;
  await expect(professional.setGroups(['counter-operators'])).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'groups', message: 'Unknown value.' }],
  });
  expect(sandbox.journal).toHaveLength(before);
  // Another group does not do, which only the platform says: there may be groups that are not documented.
  const other = professional.setGroups(['application-managers', 'counter-operators']);
  await expect(other).rejects.toThrow(InvalidInputError);
  expect((await get(raw, url)).groups).toEqual(['application-managers', 'counter-operators', 'supervisors']);
});

rule('EPU-38', 'counter operators alone are refused in the documented words', async ({ care, raw }) => {
  const { url } = (await care.professional({ id: 'PRO-3' })).links.get('groups');
  const json = { groups: ['counter-operators'] };
  expect(await refusal(raw('PATCH', url, { json }))).toEqual(invalidJson(['groups', 'Unknown value.']));
  await expect(care.request({ method: 'PATCH', url, body: json })).rejects.toMatchObject({
    name: 'InvalidInputError',
    reason: 'Invalid JSON input',
    problems: [{ name: 'groups', message: 'Unknown value.' }],
  });
  expect((await raw('PATCH', url, { json: { groups: ['counter-operators', 'therapists'] } })).status).toBe(204);
});

rule('EPU-39', 'the response to a change may have a body, an empty one or none', async ({ sandbox, care, as, raw }) => {
  const friendUrl = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const friend = await (await as(sandbox.tokens.friend)).friend({ url: friendUrl });
  const [entry] = await client.diaryEntries().toArray({ max: 1 });
  const label = await care.createLabel('Tijdelijk');
  for (const patchResponse of ['204', '200-empty', '200-body'] as const) {
    sandbox.settings.patchResponse = patchResponse;
    const response = await raw('PATCH', client.url, { json: { infix: patchResponse } });
    const body = await response.text();
    expect([String(response.status), body === '']).toEqual([patchResponse.slice(0, 3), patchResponse !== '200-body']);
    expect((await client.update({ infix: 'de' })).data).toMatchObject({ infix: 'de', first_name: 'Fenna' });
    expect((await professional.update({ infix: 'de' })).data).toMatchObject({ infix: 'de', first_name: 'Pro' });
    expect((await friend.update({ name: patchResponse })).data.name).toBe(patchResponse);
    expect((await entry?.update({ mood: 3 }))?.data).toMatchObject({ mood: 3, dt: entry?.data.dt });
    expect((await label.rename(patchResponse)).data).toEqual({ ...label.data, label: patchResponse });
    expect(await (await care.createLabel('Weg')).delete()).toBeUndefined();
  }
  expect((await care.labels().toArray()).map((one) => one.data.label)).not.toContain('Weg');
});
