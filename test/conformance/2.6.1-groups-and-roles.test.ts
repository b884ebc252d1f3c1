import { Groups, isKnownChoice, Roles } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, refusal } from './wire.js';

const address = { id: 'PRO-3' };
const known = ['application-managers', 'secretaries', 'therapists', 'supervisors', 'counter-operators'] as const;

rule('GRP-1', 'the groups of a professional are a list in a resource of their own', async ({ care, raw, sandbox }) => {
  const professional = await care.professional(address);
  const { url } = professional.links.get('groups');
  expect(await get(raw, url)).toEqual({
    ...{ '@url': url, '@type': `${sandbox.settings.typeNs}/user/groups`, '@links': [] },
    ...{ groups: ['secretaries', 'counter-operators'] },
  });
  const groups = await professional.groups();
  expect(groups).toBeInstanceOf(Groups);
  expect(groups.data).toEqual({ groups: ['secretaries', 'counter-operators'] });
  expect(await care.open(url)).toBeInstanceOf(Groups);

  for (const [wrong, message] of [
    ['therapists', 'Must be a list.'],
    [null, 'Required input is missing.'],
  ] as const) {
    expect(await refusal(raw('PATCH', url, { json: { groups: wrong } }))).toEqual(invalidJson(['groups', message]));
    // @ts-expect-error: no list
    await expect(professional.setGroups(wrong)).rejects.toMatchObject({ name: 'InputError' });
  }
});

rule(
  'GRP-2',
  'five groups are known; another one is read as it is, and left to the platform when sent',
  async (scene) => {
    const { raw, sandbox } = scene;
    const { care, sent } = await recorded(sandbox);
    const professional = await care.professional(address);
    const { url } = professional.links.get('groups');
    await professional.setGroups(known);
    expect((await get(raw, url)).groups).toEqual(known);
    expect((await professional.groups()).data.groups.every((group) => isKnownChoice(known, group))).toBe(true);

    const refused = invalidJson(['groups', 'Unknown value.']);
    expect(await refusal(raw('PATCH', url, { json: { groups: ['therapists', 'porters'] } }))).toEqual(refused);
    await expect(professional.setGroups(['therapists', 'porters'])).rejects.toMatchObject(asError(refused));
    expect(sent.at(-1)?.body).toEqual({ groups: ['therapists', 'porters'] });
    const body = JSON.parse(JSON.stringify({ ...(await get(raw, url)), groups: ['porters'] }));
    sandbox.faults.add({ kind: 'response', status: 200, body });
    const [group = ''] = (await professional.groups()).data.groups;
    expect([group, isKnownChoice(known, group)]).toEqual(['porters', false]);
  },
);

rule(
  'ROL-1',
  'the roles of a professional are two lists in a resource of their own',
  async ({ care, raw, sandbox }) => {
    const professional = await care.professional(address);
    const { url } = professional.links.get('roles');
    expect(await get(raw, url)).toEqual({
      ...{ '@url': url, '@type': `${sandbox.settings.typeNs}/user/roles`, '@links': [] },
      ...{ roles: ['role.Secretary'], additional_roles: [] },
    });
    const roles = await professional.roles();
    expect(roles).toBeInstanceOf(Roles);
    expect(roles.data).toEqual({ roles: ['role.Secretary'], additional_roles: [] });
    for (const name of ['roles', 'additional_roles'] as const) {
      const refused = invalidJson([name, 'Required input is missing.']);
      expect(await refusal(raw('PATCH', url, { json: { [name]: null } }))).toEqual(refused);
      await expect(professional.setRoles({ [name]: null })).rejects.toMatchObject({
        ...{ name: 'InputError', problems: refused.body.extra },
      });
    }
  },
);

rule('ROL-2', 'a role has a prefix of the installation and a name; the client assumes neither', async (scene) => {
  const { raw, sandbox } = scene;
  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-1' });
  const { url } = professional.links.get('roles');
  for (const prefix of ['role', 'org.example']) {
    sandbox.settings.rolePrefix = prefix;
    const roles = [`${prefix}.ApplicationManager`];
    await professional.setRoles({ roles });
    expect([(await get(raw, url)).roles, (await professional.roles()).data.roles]).toEqual([roles, roles]);
  }
  const refused = invalidJson(['roles', 'Unknown value.']);
  for (const role of ['role.Secretary', 'Secretary', 'org.example.Porter']) {
    expect(await refusal(raw('PATCH', url, { json: { roles: [role] } })), role).toEqual(refused);
    await expect(professional.setRoles({ roles: [role] }), role).rejects.toMatchObject(asError(refused));
    expect(sent.at(-1)?.body).toEqual({ roles: [role] });
  }
});

rule(
  'ROL-3',
  'roles still work: each list that is sent replaces its own and leaves the other',
  async ({ care, raw }) => {
    const professional = await care.professional(address);
    const { url } = professional.links.get('roles');
    await professional.setRoles({ additional_roles: ['role.ApplicationManager'] });
    expect(await get(raw, url)).toMatchObject({
      ...{ roles: ['role.Secretary'], additional_roles: ['role.ApplicationManager'] },
    });
    await professional.setRoles({ roles: ['role.Secretary', 'role.ApplicationManager'] });
    expect((await professional.roles()).data).toEqual({
      ...{ roles: ['role.Secretary', 'role.ApplicationManager'], additional_roles: ['role.ApplicationManager'] },
    });
  },
);

rule('ROL-4', 'roles and groups are two views of one thing', async ({ care, raw }) => {
  const professional = await care.professional({ id: 'PRO-1' });
  const groups = professional.links.get('groups').url;
  const roles = professional.links.get('roles').url;
  await professional.setRoles({ roles: ['role.Secretary', 'role.ApplicationManager'] });
  expect((await get(raw, groups)).groups).toEqual(['therapists', 'secretaries', 'application-managers']);
  expect((await professional.groups()).data.groups).toContain('secretaries');
  await professional.setGroups(['application-managers', 'therapists']);
  expect((await get(raw, roles)).roles).toEqual(['role.ApplicationManager']);
  expect((await professional.roles()).data.roles).toEqual(['role.ApplicationManager']);
  await professional.setGroups([]);
  expect([(await get(raw, roles)).roles, (await get(raw, groups)).groups]).toEqual([[], []]);
});
