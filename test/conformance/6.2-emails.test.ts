import { expect } from 'vitest';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';
import { rule } from './rule.js';

rule('MAIL-1, MAIL-2', 'four kinds of operations send a mail, each to whom it is about', async ({ sandbox, care }) => {
  const client = await care.createClient(newActiveClient);
  await client.deactivate();
  await client.activate({ sendEmail: 'activation' });
  const professional = await care.professional({ id: 'PRO-1' });
  await professional.deactivate();
  await professional.activate();
  await client.addTool({ id: 'content-020', notify: true });
  const friend = await care.friend({ url: `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}` });
  await friend.addTool({ id: 'content-020', notify: true });
  expect(sandbox.outbox.map(({ to, kind }) => [to, kind])).toEqual([
    ['nova@mail.example', 'welcome'],
    ['nova@mail.example', 'deactivation'],
    ['nova@mail.example', 'activation'],
    [professional.data.email, 'deactivation'],
    [professional.data.email, 'activation'],
    ['nova@mail.example', 'tool'],
    [sandbox.control.users('friend')[0]?.email, 'tool'],
  ]);
});

rule('MAIL-3', 'no other operation sends a mail', async ({ sandbox, care }) => {
  const professional = await care.createProfessional({ ...newProfessional, active: true });
  await professional.update({ email: 'p2@mail.example' });
  await professional.setGroups(['therapists']);
  const client = await care.createClient(newClient);
  await client.update({ email: 'n2@mail.example' });
  await (await client.addRelation({ professional: { url: professional.url }, predicate: 'attends' })).delete();
  await client.addTool({ id: 'content-020' });
  const kept = await care.client({ id: 'EHR-1042' });
  await kept.mergeIn(client);
  await (await care.createLabel('Intake')).delete();
  await (await care.startExport({ name: 'client' })).cancel();
  const friend = sandbox.control.addFriend();
  await (await care.friend({ url: `${sandbox.baseUrl}${friend.path}` })).update({ active: false });
  expect(sandbox.outbox).toEqual([]);
});
