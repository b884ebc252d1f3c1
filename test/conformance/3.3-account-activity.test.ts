import type { Client, Professional } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule, type Scene } from './rule.js';
import { get, refusal, requestsOf } from './wire.js';

/** One account of either kind, both active; or neither. */
async function accounts({ care, sandbox }: Scene, active: boolean): Promise<[Client, Professional]> {
  const { control } = sandbox;
  const users = [control.addClient({ active }), control.addProfessional({ active })] as const;
  const [client, professional] = users.map(({ path }) => ({ url: `${care.url}${path}` }));
  if (client === undefined || professional === undefined) throw new Error('two accounts were added');
  return [await care.client(client), await care.professional(professional)];
}

/** The mails since the last look: kind and receiver. */
function mails({ sandbox }: Scene) {
  let seen = sandbox.outbox.length;
  return () => {
    const fresh = sandbox.outbox.slice(seen).map(({ kind, to }) => `${kind} to ${to}`);
    seen = sandbox.outbox.length;
    return fresh;
  };
}

const isActive = async (scene: Scene, user: Client | Professional) => (await get(scene.raw, user.url)).active;

rule('ACT-1', 'activating an inactive account makes it active, with the mail that was asked for', async (scene) => {
  const [client, professional] = await accounts(scene, false);
  const sent = mails(scene);
  const { email } = client.data;
  for (const sendEmail of ['welcome', 'activation', 'no'] as const) {
    scene.sandbox.control.setActive(client.url, false);
    expect((await client.activate({ sendEmail })).data.active).toBe(true);
    expect(await isActive(scene, client)).toBe(true);
    expect(sent()).toEqual(sendEmail === 'no' ? [] : [`${sendEmail} to ${email}`]);
  }
  const url = professional.links.get('activation').url;
  expect((await scene.raw('POST', url, { json: { active: true } })).status).toBe(204);
  expect(await isActive(scene, professional)).toBe(true);
  expect(sent()).toEqual([`activation to ${professional.data.email}`]);
});

rule(
  'ACT-2',
  'deactivating an active account makes it inactive, and sends a mail unless it is switched off',
  async (scene) => {
    const [client, professional] = await accounts(scene, true);
    const sent = mails(scene);
    const reported = `deactivation to ${client.data.email}`;
    for (const [email, mail] of [
      [{}, [reported]],
      [{ sendEmail: 'activation' }, [reported]],
      [{ sendEmail: 'no' }, []],
    ] as const) {
      scene.sandbox.control.setActive(client.url, true);
      expect((await client.deactivate(email)).data.active).toBe(false);
      expect(await isActive(scene, client)).toBe(false);
      expect(sent()).toEqual(mail);
    }
    const url = professional.links.get('activation').url;
    expect((await scene.raw('POST', url, { json: { active: false } })).status).toBe(204);
    expect(await isActive(scene, professional)).toBe(false);
    expect(sent()).toEqual([`deactivation to ${professional.data.email}`]);
  },
);

for (const [id, active] of [
  ['ACT-3', true],
  ['ACT-4', false],
] as const) {
  const word = active ? 'active' : 'inactive';
  rule(id, `an account that is ${word} already is refused with 400, once, and no mail is sent`, async (scene) => {
    const sent = mails(scene);
    for (const user of await accounts(scene, active)) {
      const url = user.links.get('activation').url;
      const { status, body } = await refusal(scene.raw('POST', url, { json: { active } }));
      expect([status, body.code, body.extra]).toEqual([400, 400, undefined]);
      const requests = await requestsOf(scene.sandbox, async () => {
        const again = active ? user.activate() : user.deactivate();
        await expect(again).rejects.toMatchObject({ name: 'BadRequestError', status: 400, attempts: 1 });
      });
      expect(requests).toEqual([`POST ${new URL(url).pathname.replace('/api/2', '')}`]);
      expect(await isActive(scene, user)).toBe(active);
    }
    expect(sent()).toEqual([]);
  });
}

rule('ACT-6', 'a professional always gets a mail, with any options', async (scene) => {
  const [, professional] = await accounts(scene, true);
  const sent = mails(scene);
  const to = professional.data.email;
  const url = professional.links.get('activation').url;
  for (const active of [false, true]) {
    expect((await scene.raw('POST', url, { json: { active, send_email: 'no' } })).status).toBe(204);
    expect(sent()).toEqual([`${active ? '' : 'de'}activation to ${to}`]);
    expect(scene.sandbox.journal.at(-1)?.ignored).toEqual(['send_email']);
  }
  const { care, sent: requests } = await recorded(scene.sandbox);
  const own = await care.professional({ url: professional.url });
  // @ts-expect-error there is no mail to choose
  await expect(own.deactivate({ sendEmail: 'no' })).rejects.toMatchObject({ problems: [{ name: 'sendEmail' }] });
  await own.deactivate();
  expect(requests.at(-1)?.body).toEqual({ active: false });
  expect(sent()).toEqual([`deactivation to ${to}`]);
});

rule('ACT-7', 'conversations, relations and labels have no state', async (scene) => {
  const { care, raw, clientId } = scene;
  const client = await care.client({ id: clientId });
  const documents = [
    ...(await get(raw, client.links.get('relations.items').url))['@items'],
    ...(await get(raw, `${client.links.get('conversations').url}?limit=9`))['@items'],
    ...(await get(raw, '/configuration/labels/items'))['@items'],
  ];
  const read = [
    ...(await client.relations().toArray()),
    ...(await client.conversations().toArray()),
    ...(await care.labels().toArray()),
  ];
  expect(documents.length).toBeGreaterThan(9);
  expect(read).toHaveLength(documents.length);
  const attributes = new Set([...documents.flatMap(Object.keys), ...read.flatMap(({ data }) => Object.keys(data))]);
  expect(attributes).toContain('predicate');
  for (const name of ['state', 'status', 'active', 'completed']) expect(attributes).not.toContain(name);
});
