import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { linkNames, type WireDocument } from '../conformance/wire.js';
import { ask } from './api.js';

const groupsOf = ({ groups }: WireDocument): readonly unknown[] => (Array.isArray(groups) ? groups : []);

test('the professionals of the seed have the names, addresses, states and groups that their tokens stand for', async () => {
  const sandbox = createSandbox();
  const professionals = sandbox.control.users('professional');
  const groups = await Promise.all(
    professionals.map(async ({ path }) => groupsOf((await ask(sandbox, 'GET', `${path}/groups`)).body)),
  );
  expect(
    professionals.map(({ id, name, email, active }, index) => [id, name, email, active, ...(groups[index] ?? [])]),
  ).toEqual([
    ['PRO-1', 'Pro Voorbeeldtherapeut', 'pro.therapeut@mail.example', true, 'therapists'],
    ['PRO-2', 'Pro Voorbeeldcollega', 'pro.collega@mail.example', true, 'therapists'],
    ['PRO-3', 'Pro Voorbeeldsecretariaat', 'pro.secretariaat@mail.example', true, 'secretaries', 'counter-operators'],
    ['PRO-4', 'Pro Voorbeeldbeheer', 'pro.beheer@mail.example', true, 'application-managers'],
    ['PRO-5', 'Pro Voorbeelddata', 'pro.data@mail.example', true],
    ['PRO-6', 'Pro Voorbeeldanalyse', 'pro.analyse@mail.example', true],
    ['PRO-7', 'Pro Voorbeeldsupervisie', 'pro.supervisie@mail.example', true, 'supervisors'],
    [null, 'Pro Voorbeeldvertrokken', 'pro.vertrokken@mail.example', false, 'therapists'],
  ]);
});

test('the clients of the seed have different data', async () => {
  const sandbox = createSandbox();
  const clients = (await ask(sandbox, 'GET', '/c/items?limit=100')).body['@items'];
  const shown = await Promise.all(clients.map(async (client) => (await ask(sandbox, 'GET', client['@url'])).body));
  const without = (feature: string) =>
    shown.filter((client) => !linkNames(client).some((name) => name.startsWith(feature))).length;
  expect([without('diary'), without('planning'), without('conversations')]).toEqual([3, 1, 1]);
  const sources = shown.map(({ external_source: source }) => source);
  expect(sources.slice(0, 4)).toEqual(['sandbox-ehr', null, 'sandbox-ehr', null]);
});

test('the logs of the seed have records of each sort', async () => {
  const sandbox = createSandbox();
  const read = async (path: string) =>
    (await ask(sandbox, 'GET', `/configuration/${path}/errorlog/items`)).body['@items'];
  const carelink = await read('carelink');
  expect(carelink.map(({ message, event_type: type }) => [message, type])).toEqual([
    ['The care plan could not be read', 'careplan.updated'],
    ['The phone number was left out', 'patient.updated'],
  ]);
  expect((await read('hl7'))[0]).toMatchObject({ uri: '/hl7/ADT', code: 400 });
});

test('a client cannot be merged into itself, nor into one that is unknown', async () => {
  const sandbox = createSandbox();
  const before = sandbox.control.users('client');
  const url = '/aux/client/id/EHR-1042';
  const client = (await ask(sandbox, 'GET', url)).body;
  for (const id of ['EHR-1042', 'EHR-9']) {
    const { status } = await ask(sandbox, 'POST', `${client['@url']}/merge`, { body: { id } });
    expect(status).toBe(400);
  }
  expect(sandbox.control.users('client')).toEqual(before);
  expect((await ask(sandbox, 'GET', url)).body).toEqual(client);
});
