import { expect } from 'vitest';
import { newClient, newProfessional } from '../support/people.js';
import { unfolded } from './calendar-text.js';
import { readingRules, rule } from './rule.js';
import { get, json } from './wire.js';

rule('RES-1', 'a success without a body is 204 and nothing else, and the client reads no body', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url } = await care.createLabel('Nieuw');
  for (const [method, path, options] of [
    ['PATCH', '/aux/client/id/EHR-1042', { json: { infix: null } }],
    ['POST', `${sandbox.control.users('client')[0]?.path}/activation`, { json: { active: false } }],
    ['DELETE', url, {}],
  ] as const) {
    const response = await raw(method, path, options);
    expect([response.status, await response.text(), response.headers.get('content-length')]).toEqual([204, '', null]);
  }
  expect(await care.updateClient({ id: 'EHR-1043' }, { infix: null })).toBeUndefined();
  expect(await (await care.createLabel('Nieuw')).delete()).toBeUndefined();
});

rule('RES-2', 'a creation is 201 with the URL of what was created, absolute, in Location', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url: clientUrl } = await care.client({ id: 'EHR-1042' });
  for (const [path, body] of [
    ['/c', newClient],
    ['/p', newProfessional],
    ['/configuration/labels', { label: 'Nieuw' }],
    ['/export', { name: 'client' }],
    [`${clientUrl}/relations`, { ...relationTo(sandbox.settings.typeNs, 'PRO-2') }],
  ] as const) {
    const response = await raw('POST', path, { json: body });
    const location = response.headers.get('location');
    expect(response.status, path).toBe(201);
    expect(location, path).toMatch(/^https:\/\/sandbox\.example\/api\/2\/./);
    expect((await get(raw, location ?? ''))['@url'], path).toBe(location);
  }

  const created = await care.createClient({ ...newClient, email: 'nina@mail.example' });
  expect((await created.refresh()).data.email).toBe('nina@mail.example');
  const [label] = await care.labels().toArray();
  const { '@url': location, ...document } = await get(raw, label?.url ?? '');
  sandbox.faults.add({ kind: 'response', status: 201, body: toBody(document), headers: { location } });
  expect((await care.createLabel('Wachtlijst')).url).toBe(location);
});

rule('RES-3', 'a 201 brings the new resource, as a GET of it does', async ({ care, raw }) => {
  const response = await raw('POST', '/c', { json: newClient });
  const body = await json(response);
  expect(body).toMatchObject(newClient);
  expect(body).toEqual(await get(raw, response.headers.get('location') ?? ''));

  const created = await care.createClient({ ...newClient, email: 'nina@mail.example' });
  expect(created.toJSON()).toEqual(await get(raw, created.url));
  expect(created.links.has('tasks.items')).toBe(true);
});

rule('RES-4', 'any other success is 200 with JSON, but for the calendar', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const search = await raw('POST', '/c/items', { json: { id: 'EHR-1042' } });
  expect([search.status, search.headers.get('location')]).toEqual([200, null]);
  expect((await json(search))['@items'].map((item) => item['@url'])).toEqual([client.url]);
  expect(await care.searchClients({ id: 'EHR-1042' }).toArray()).toHaveLength(1);

  const calendar = await raw('GET', client.links.get('planning.ics').url);
  expect([calendar.status, calendar.headers.get('content-type')]).toEqual([200, 'text/calendar;charset=utf-8']);
  expect(await client.calendar()).toBe(unfolded(await calendar.text()));
});

rule('RES-5', 'JSON is announced as such with its charset, in errors too', async ({ care, raw, sandbox }) => {
  const responses = [
    await raw('GET', ''),
    await raw('GET', '/c/items'),
    await raw('POST', '/configuration/labels', { json: { label: 'Nieuw' } }),
    await raw('POST', '/configuration/labels', { json: {} }),
    await raw('GET', '/nowhere'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 201, 400, 404]);
  for (const { headers } of responses) expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');

  const body = toBody(await get(raw, '/aux/client/id/EHR-1044'));
  for (const type of ['Application/JSON; Charset="utf-8"', 'application/json', 'application/vnd.example+json']) {
    sandbox.faults.add({ kind: 'response', status: 200, body, headers: { 'content-type': type } });
    expect((await care.client({ id: 'EHR-1042' })).data.first_name, type).toBe('Zoë');
  }
  sandbox.faults.add({ kind: 'html', status: 200 });
  await expect(care.client({ id: 'EHR-1042' })).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
});

readingRules('1.2-responses');

rule('RES-6', 'the length of JSON is given in bytes, not in characters', async ({ care, raw }) => {
  const utf8 = await raw('GET', '/aux/client/id/EHR-1047');
  const text = await utf8.clone().text();
  const bytes = (await utf8.arrayBuffer()).byteLength;
  expect(bytes).toBeGreaterThan(text.length);
  expect(utf8.headers.get('content-length')).toBe(String(bytes));
  const refused = await raw('GET', '/nowhere');
  expect(refused.headers.get('content-length')).toBe(String((await refused.arrayBuffer()).byteLength));

  expect((await care.client({ id: 'EHR-1047' })).data.last_name).toBe('Przykład');
});

const relationTo = (typeNs: string, id: string) => ({
  '@type': `${typeNs}/relation`,
  predicate: 'attends',
  professional: { id },
});

/** A document as the body of a response of the sandbox. */
function toBody(document: object) {
  return JSON.parse(JSON.stringify(document));
}
