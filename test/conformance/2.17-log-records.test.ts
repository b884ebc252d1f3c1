import { ApiErrorRecord, CarelinkErrorRecord, ClientAccessRecord, connect, Hl7ErrorRecord } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { rule, type Scene } from './rule.js';
import { frozenClock } from './scene-options.js';
import { get, type WireDocument } from './wire.js';

const paths = {
  access: '/configuration/clientaccess/accesslog/items',
  api: '/configuration/apiusers/errorlog/items',
  carelink: '/configuration/carelink/errorlog/items',
  hl7: '/configuration/hl7/errorlog/items',
};

const written = async ({ raw }: Scene, log: keyof typeof paths): Promise<readonly WireDocument[]> =>
  (await get(raw, paths[log]))['@items'];

const typeOf = ({ care }: Scene, name: string) => care.type.replace(/application$/, name);

rule(
  'LOG-1',
  'an access record has time, user and message, and a URL',
  async (scene) => {
    scene.sandbox.control.addAccessLogRecord({ message: 'Searched', userId: 'internal-7' });
    const wire = (await written(scene, 'access')).at(-1);
    expect(wire).toMatchObject({
      '@type': typeOf(scene, 'error/record'),
      datetime: '2026-03-02T09:00:00',
      user_id: 'internal-7',
      message: 'Searched',
    });
    const read = (await scene.care.clientAccessLog().toArray()).at(-1);
    expect(read).toBeInstanceOf(ClientAccessRecord);
    const data = { datetime: new Date('2026-03-02T09:00:00Z'), user_id: 'internal-7', message: 'Searched' };
    expect(read?.data).toMatchObject(data);
    expect(read?.url).toBe(wire?.['@url']);
    expect(await scene.care.open(read?.url ?? '')).toMatchObject({ data: read?.data });
  },
  frozenClock,
);

rule('LOG-2', 'more about an access is a list of names with messages', async (scene) => {
  const extra = [{ name: 'motivation', message: 'Spoed' }];
  scene.sandbox.control.addAccessLogRecord({ extra });
  scene.sandbox.control.addAccessLogRecord({ extra: null });
  const lists = (await written(scene, 'access')).slice(-2).map((record) => record.extra);
  expect(lists).toEqual([extra, null]);
  const records = await scene.care.clientAccessLog().toArray();
  expect(records.slice(-2).map((record) => record.data.extra)).toEqual(lists);
});

rule(
  'LOG-3',
  'an API error has time, user and message, and an unknown user is null',
  async (scene) => {
    const [apiUser] = scene.sandbox.control.users('apiUser');
    await scene.raw('GET', '/c/nobody');
    await scene.raw('GET', '/c/nobody', { token: 'wrong' });
    const wire = await written(scene, 'api');
    expect(wire.map((record) => record['@type'])).toEqual([typeOf(scene, 'error/api'), typeOf(scene, 'error/api')]);
    expect(wire.map((record) => record.user_id)).toEqual([apiUser?.key, null]);
    const { '@paging': paging } = await get(scene.raw, paths.api);
    expect(paging).toEqual({ found: 2, limit: null, start: null, total: 2 });
    expect(await get(scene.raw, wire[0]?.['@url'] ?? '')).toEqual({ ...wire[0], '@links': [] });
    const records = await scene.care.apiErrors().toArray();
    expect(records[0]).toBeInstanceOf(ApiErrorRecord);
    const at = { datetime: new Date('2026-03-02T09:00:00Z') };
    expect(records[0]?.data).toMatchObject({ ...at, user_id: apiUser?.key, message: 'Not found' });
    expect(records[1]?.data).toMatchObject({ ...at, user_id: null, message: 'Not authorized' });
  },
  frozenClock,
);

rule('LOG-4', 'an API error lists its problems, or has null if there were none', async (scene) => {
  await scene.raw('GET', '/c/nobody');
  await scene.raw('POST', '/configuration/labels', { json: {} });
  const lists = [null, [{ name: 'label', message: 'Required input is missing.' }]];
  expect((await written(scene, 'api')).map((record) => record.extra)).toEqual(lists);
  expect((await scene.care.apiErrors().toArray()).map((record) => record.data.extra)).toEqual(lists);
});

rule('LOG-5', 'an API error has the address and the status of the failed request', async (scene) => {
  await scene.raw('GET', '/c/nobody?x=1');
  await scene.raw('DELETE', '/configuration/labels');
  const failed = [
    { uri: `${scene.care.url}/c/nobody?x=1`, code: 404 },
    { uri: `${scene.care.url}/configuration/labels`, code: 405 },
  ];
  expect(await written(scene, 'api')).toMatchObject(failed);
  expect((await scene.care.apiErrors().toArray()).map((record) => record.data)).toMatchObject(failed);
});

rule('LOG-6', 'an API error holds the body of the request as it was sent', async (scene) => {
  await scene.raw('POST', '/c', { body: '{"first_name": 7,' });
  await scene.raw('GET', '/c/nobody');
  const payloads = ['{"first_name": 7,', null];
  expect((await written(scene, 'api')).map((record) => record.payload)).toEqual(payloads);
  expect((await scene.care.apiErrors().toArray()).map((record) => record.data.payload)).toEqual(payloads);
});

rule(
  'LOG-7',
  'an error of the care integration has time, message and event',
  async (scene) => {
    const fields = { eventId: 'event-9', eventType: 'careplan.created', message: 'No such plan' };
    scene.sandbox.control.addCarelinkError(fields);
    const reported = { event_id: 'event-9', event_type: 'careplan.created', message: 'No such plan' };
    const wire = (await written(scene, 'carelink')).at(-1);
    expect(wire).toMatchObject({
      '@type': typeOf(scene, 'error/carelink'),
      datetime: '2026-03-02T09:00:00',
      ...reported,
    });
    const read = (await scene.care.carelinkErrors().toArray()).at(-1);
    expect(read).toBeInstanceOf(CarelinkErrorRecord);
    expect(read?.data).toMatchObject({ datetime: new Date('2026-03-02T09:00:00Z'), ...reported });
  },
  frozenClock,
);

rule('LOG-8', 'an error of the care integration was fatal or not', async (scene) => {
  expect((await written(scene, 'carelink')).map((record) => record.was_fatal)).toEqual([true, false]);
  const records = await scene.care.carelinkErrors().toArray();
  expect(records.map((record) => record.data.was_fatal)).toEqual([true, false]);
});

rule('LOG-9', 'an error of the care integration has FHIR links that are passed on as they are', async (scene) => {
  const resourceLink = 'https://fhir.example.org/Appointment/7?_format=json#x';
  const patientLink = 'Patient/Ünicode 1';
  scene.sandbox.control.addCarelinkError({ resourceLink, patientLink });
  const links = { resource_link: resourceLink, patient_link: patientLink };
  expect((await written(scene, 'carelink')).at(-1)).toMatchObject(links);
  expect((await scene.care.carelinkErrors().toArray()).at(-1)?.data).toMatchObject(links);
});

rule('LOG-10', 'an error of the care integration lists its problems or has null', async (scene) => {
  const lists = [[{ name: 'activity', message: 'Unknown code' }], null];
  expect((await written(scene, 'carelink')).map((record) => record.extra)).toEqual(lists);
  expect((await scene.care.carelinkErrors().toArray()).map((record) => record.data.extra)).toEqual(lists);
});

rule('LOG-11', 'an HL7 error has a type of its own and the fields of an API error', async (scene) => {
  await scene.raw('GET', '/c/nobody');
  const [api] = await written(scene, 'api');
  const [hl7] = await written(scene, 'hl7');
  expect(hl7?.['@type']).toBe(typeOf(scene, 'error/hl7'));
  expect(Object.keys(hl7 ?? {}).toSorted()).toEqual(Object.keys(api ?? {}).toSorted());
  const error = { uri: '/hl7/ORU', code: 500, message: 'No route', userId: 'internal-7', payload: 'MSH|' };
  scene.sandbox.control.addHl7Error(error);
  const { userId: user_id, ...rest } = error;
  const read = (await scene.care.hl7Errors().toArray()).at(-1);
  expect(read).toBeInstanceOf(Hl7ErrorRecord);
  expect(read?.data).toMatchObject({ ...rest, user_id, extra: null });
});

rule('LOG-12', 'access records name the client, the sort of access, its motivation and the search', async (scene) => {
  const names = (lists: readonly unknown[]) =>
    lists.flatMap((extra) => (extra as { name: string }[]).map((x) => x.name));
  const recorded = names((await written(scene, 'access')).map((record) => record.extra));
  expect(new Set(recorded)).toEqual(new Set(['access type', 'client id', 'motivation', 'search query']));
  const records = await scene.care.clientAccessLog().toArray();
  expect(names(records.map((record) => record.data.extra))).toEqual(recorded);
});

rule('LOG-13', 'searches and requests for temporary access are recorded, calls of this API are not', async (scene) => {
  const messages = ['Search outside the caseload', 'Temporary access requested'];
  await scene.care.searchClients({ email: 'nobody@example.org' }).toArray();
  await scene.care.client({ id: scene.clientId });
  expect((await written(scene, 'access')).map((record) => record.message)).toEqual(messages);
  const records = await scene.care.clientAccessLog().toArray();
  expect(records.map((record) => record.data.message)).toEqual(messages);
});

rule('LOG-14', 'the content of a record stays out of messages and logs, even if it cannot be read', async (scene) => {
  const { sandbox } = scene;
  const reported: string[] = [];
  const logger = { warn: (message: string) => void reported.push(message) };
  const { baseUrl, fetch, tokens } = sandbox;
  const lenient = await connect({ baseUrl, fetch, token: tokens.apiUser, validation: 'lenient', logger });
  const secret = 'bsn 123456782 of Jan';
  const record = { '@type': typeOf(scene, 'error/api'), uri: secret, code: secret, payload: secret, message: secret };
  const body = { '@items': [record], '@links': [] };
  sandbox.faults.add({ kind: 'response', status: 200, body, times: 2 });
  const failure = await failureOf(scene.care.apiErrors().toArray());
  expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'code' }] });
  const [kept] = await lenient.apiErrors().toArray();
  expect(kept?.data.payload).toBe(secret);
  expect(reported).toHaveLength(1);
  expect(`${failure} ${JSON.stringify(failure)} ${reported}`).not.toContain('123456782');
});
