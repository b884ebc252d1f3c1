import { InputError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { virtualTime } from '../support/virtual-time.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidQuery, json, refusal, requestsOf } from './wire.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

const verb = (request: string) => request.split(' ')[0];

rule('GAP-1', 'any successful response switches an account or sets groups or roles', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const { url } = professional.links.get('groups');
  for (const [patchResponse, status, bodies] of [
    ['204', 204, [false, false]],
    ['200-empty', 200, [false, false]],
    ['200-body', 200, [true, true]],
  ] as const) {
    sandbox.settings.patchResponse = patchResponse;
    const responses = [
      await raw('PATCH', url, { json: { groups: ['therapists'] } }),
      await raw('PATCH', professional.links.get('roles').url, { json: { roles: [] } }),
    ];
    expect(responses.map((response) => response.status)).toEqual([status, status]);
    expect(await Promise.all(responses.map(async (response) => (await response.text()) !== ''))).toEqual(bodies);

    const requests = await requestsOf(sandbox, async () => {
      for (const user of [client, professional]) {
        expect((await user.deactivate()).data.active).toBe(false);
        expect((await user.activate()).data.active).toBe(true);
      }
      expect(await professional.setGroups(['supervisors'])).toBeUndefined();
      expect(await professional.setRoles({ roles: ['role.Secretary'] })).toBeUndefined();
    });
    expect(requests.map(verb)).toEqual([...Array(4).fill('POST'), ...Array(2).fill('PATCH')]);
    expect((await professional.groups()).data.groups).toEqual(['supervisors', 'secretaries']);
  }
});

rule('GAP-2', 'the client always accepts JSON, which a strict platform insists on', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  expect((await raw('GET', '/p/items', { headers: { accept: 'text/html' } })).status).toBe(200);
  sandbox.settings.strictAccept = true;
  const response = await refusal(raw('GET', '/p/items', { headers: { accept: 'text/html' } }));
  expect(response).toEqual({ status: 400, body: { code: 400, message: expect.any(String) } });

  const client = await care.client({ id: 'EHR-1042' });
  await client.update({ infix: 'de' });
  await client.calendar();
  if (client.data.picture == null) throw new Error('No picture.');
  await (await care.file(client.data.picture)).bytes();
  await client.relations().first();
  expect(sent.map(({ headers }) => headers.get('accept'))).toEqual([
    'application/json',
    'application/json',
    'text/calendar, application/json',
    '*/*, application/json',
    'application/json',
  ]);
});

rule('GAP-3', 'a request body is one JSON object or nothing, and anything else cannot be decoded', async (scene) => {
  const { sandbox, raw } = scene;
  const path = '/configuration/labels';
  const undecodable = [
    { json: [{ label: 'Nieuw' }] },
    { json: 'Nieuw' },
    { body: '' },
    { body: '{"label":"Nieuw"}', headers: { 'content-type': 'text/plain' } },
    { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  ];
  for (const options of undecodable) expect((await refusal(raw('POST', path, options))).status).toBe(406);
  expect((await raw('POST', path)).status).toBe(406);

  const { care, sent } = await recorded(sandbox);
  await care.createLabel('Nieuw');
  await (await care.startExport({ name: 'client' })).cancel();
  const bodies = sent.map(({ headers, body }) => [headers.get('content-type'), body]);
  expect(bodies).toEqual([
    ['application/json', { label: 'Nieuw' }],
    ['application/json', { name: 'client' }],
    [null, undefined],
  ]);
});

rule('GAP-4', 'unknown parameters are ignored, and none are sent', async ({ sandbox, care, raw }) => {
  const plain = await get(raw, '/p/items');
  expect(await get(raw, '/p/items?colour=red&sort=name')).toEqual(plain);
  const client = await care.client({ id: 'EHR-1042' });
  const requests = await requestsOf(sandbox, async () => {
    await care.clients().first();
    await care.professionals().first();
    await care.catalogue({ limit: 1, contentTypes: ['topic'] }).first();
    await care.changes({ type: 'tasks', since: new Date() }).first();
    await client.plannedEvents({ after: '2026-03-01', before: '2026-03-02' }).first();
    await client.conversations({ relevant: 'all' }).first();
    await client.diaryEntries({ modifiedAfter: new Date(0) }).first();
  });
  const names = requests.map((request) => [...new URLSearchParams(request.split('?')[1]).keys()].toSorted().join(' '));
  expect(names).toEqual([
    'limit start',
    '',
    'content_types limit start',
    'since type',
    'after before',
    'limit relevant start',
    'limit modified_after start',
  ]);
});

rule('GAP-5', 'a start or limit that is no such number is refused on either side', async ({ sandbox, care, raw }) => {
  for (const bad of ['-1', '1.5', 'many', '']) {
    const both = invalidQuery(['start', 'Unknown value.'], ['limit', 'Unknown value.']);
    expect(await refusal(raw('GET', `/c/items?start=${bad}&limit=${bad}`))).toEqual(both);
  }
  expect(await refusal(raw('GET', '/c/items?limit=0'))).toEqual(invalidQuery(['limit', 'Unknown value.']));
  expect((await raw('GET', '/c/items?start=0&limit=1')).status).toBe(200);
  const requests = await requestsOf(sandbox, async () => {
    for (const bad of [-1, 1.5, Number.NaN]) {
      expect(() => care.clients({ start: bad })).toThrow(InputError);
      expect(() => care.clients({ limit: bad })).toThrow(InputError);
      expect(() => care.labels({ start: bad })).toThrow(InputError);
    }
    expect(() => care.catalogue({ limit: 0 })).toThrow(InputError);
  });
  expect(requests).toEqual([]);
});

rule('GAP-6', 'a parameter that must be there is named when it is not', async ({ sandbox, care, raw }) => {
  const { links } = await care.client({ id: 'EHR-1042' });
  const required: [url: string, names: string[]][] = [
    ['/catalogue/items', ['limit']],
    [links.get('catalogue.selfhelp.items').url, ['limit']],
    [links.get('conversations').url, ['limit']],
    [links.get('planning.items').url, ['after', 'before']],
    ['/changes', ['type', 'since']],
  ];
  for (const [url, names] of required) {
    const missing = invalidQuery(...names.map((name) => [name, 'Required input is missing.'] as const));
    expect(await refusal(raw('GET', url))).toEqual(missing);
    const failure = await failureOf(care.request({ url: url.replace(/^\//, '') }));
    expect(failure).toMatchObject(asError(missing));
  }
  const requests = await requestsOf(sandbox, async () => {
    // @ts-expect-error: when?
    expect(() => care.changes({ type: 'tasks' })).toThrow(InputError);
  });
  expect(requests).toEqual([]);
});

rule('GAP-7', 'every problem of a value names its field', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const other = await care.client({ id: 'EHR-1043' });
  const bad: [url: string, method: string, json: Record<string, unknown>][] = [
    [
      client.url,
      'PATCH',
      { email: other.data.email, labels: 'none', date_of_birth: '2026-02-30', bsn: other.data.bsn },
    ],
    [client.links.get('activation').url, 'POST', { active: 'yes' }],
    ['/c/items', 'POST', { start: '1', active: 1 }],
    [client.links.get('diary.entries').url, 'POST', { '@type': mood, dt: 'today', mood: 'good', tension: 11 }],
  ];
  for (const [url, method, json] of bad) {
    const { status, body } = await refusal(raw(method, url, { json }));
    const message = expect.stringMatching(/^[A-Z].+\.$/);
    const names = Object.keys(json).filter((name) => !['@type', 'mood'].includes(name));
    expect([status, body.message]).toEqual([400, 'Invalid JSON input']);
    expect(new Set(names)).toEqual(new Set(Array.isArray(body.extra) ? body.extra.map(({ name }) => name) : []));
    expect(body.extra).toEqual(names.map(() => expect.objectContaining({ message })));
  }
  const failure = await failureOf(client.update({ email: other.data.email, bsn: other.data.bsn ?? '' }));
  expect(failure).toMatchObject({ name: 'InvalidInputError', problems: [{ name: 'email' }, { name: 'bsn' }] });
});

rule(
  'GAP-8',
  'errors have a short text and the header that helps, and are understood without either',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const responses = [
      await raw('GET', '/p/items', { token: null }),
      await raw('GET', '/export/items', { token: sandbox.tokens.client }),
      await raw('GET', '/nowhere'),
      await raw('DELETE', client.url),
      await raw('POST', '/c', { body: '{' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 403, 404, 405, 406]);
    expect(responses[3]?.headers.get('allow')).toBe('GET, PATCH');
    for (const response of responses) {
      const { code, message, ...more } = await json(response);
      expect([code, message, more]).toEqual([response.status, expect.stringMatching(/^[A-Z][a-z ]{3,25}$/), {}]);
    }
    const bare = { 400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 405: 'MethodNotAllowed' };
    for (const [status, name] of Object.entries({ ...bare, 406: 'InvalidPayload', 500: 'Server' })) {
      sandbox.faults.add({ kind: 'response', status: Number(status), method: 'POST' });
      const failure = await failureOf(care.request({ method: 'POST', url: client.url }));
      const known = name === 'Server' ? 'OutcomeUnknownError' : `${name}Error`;
      expect(failure).toMatchObject({ name: known, attempts: 1 });
    }
  },
);

rule(
  'GAP-8',
  'a refusal says how long to wait, and the client waits that long',
  async ({ sandbox, care, raw }) => {
    const burst = await Promise.all(Array.from({ length: 10 }, () => raw('GET', '', { token: null })));
    const refused = burst.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await json(refused[0] ?? new Response())).toEqual({ code: 429, message: 'Too many requests' });

    sandbox.control.reset();
    const time = virtualTime();
    const before = sandbox.journal.length;
    sandbox.faults.add({ kind: 'response', status: 429, headers: { 'Retry-After': '1' } });
    const call = care.request({ url: care.url });
    // Its next attempt waits for the throttle.
    while (sandbox.journal.length === before || care.throttle.stats().queued === 0) await time.advance(0);
    await time.advance(999);
    expect(sandbox.journal).toHaveLength(before + 1);
    const response = await time.until(call);
    expect([response.status, response.attempts]).toEqual([200, 2]);
    expect(response.waited).toBeGreaterThanOrEqual(1000);
  },
  { limits: { burst: 5 }, baseUrl: 'https://waiting.example/api/2' },
);
