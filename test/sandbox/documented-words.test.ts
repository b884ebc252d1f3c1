import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

describe('a to-do of the category `diary`', () => {
  const todos = (text: string) => text.replaceAll('\r\n ', '').split('BEGIN:VTODO').slice(1);

  test('always names the schema to fill in', async () => {
    const sandbox = createSandbox({ limits: false });
    for (const { path } of [...sandbox.control.users('client'), ...sandbox.control.users('friend')]) {
      const { status, text } = await ask(sandbox, 'GET', `${path}/planning/ics`);
      if (status === 404) continue;
      for (const todo of todos(text)) expect(/CATEGORIES:.*diary/.test(todo)).toBe(/X-DIARY-SCHEMA:/.test(todo));
    }
  });

  test('names a schema for a friend if a hook plans it without one', async () => {
    const sandbox = createSandbox();
    const { control } = sandbox;
    const friend = control.users('friend')[0]?.key ?? '';
    control.clearPlanning(friend);
    control.addPlannedEvent(friend, { start: '2026-03-02T10:00:00' });
    const { text } = await ask(sandbox, 'GET', `${control.user(friend).path}/planning/ics`);
    expect(text).toMatch(/CATEGORIES:diary\r\n[\s\S]*X-DIARY-SCHEMA:/);
  });
});

describe('diary requests', () => {
  const paths = ['', '/configuration', '/entries/schemas', '/entries/items', '/entries', '/entries/none'];

  test.each(['unrelatedProfessional', 'secretary', 'friend', 'dataOfficer'] as const)(
    'of %s, without access, are 404',
    async (role) => {
      const sandbox = createSandbox({ limits: false });
      const { body } = await ask(sandbox, 'GET', '/aux/client/id/EHR-1042');
      const entries = await ask(sandbox, 'GET', linkUrl(body, 'diary.entries.items'));
      const token = sandbox.tokens[role];
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const { status } = await ask(sandbox, method, `${linkUrl(body, 'diary')}${path}`, { token });
          expect({ path, method, status }).toEqual({ path, method, status: 404 });
        }
      }
      const entry = entries.body['@items'][0]?.['@url'] ?? '';
      expect((await ask(sandbox, 'PATCH', entry, { token, body: {} })).status).toBe(404);
    },
  );
});

test.each(['friend', 'client'] as const)('a %s can add all items of the self-help catalogue', async (role) => {
  const sandbox = createSandbox({ limits: false });
  const token = sandbox.tokens[role];
  const key = role === 'client' ? 'EHR-1042' : (sandbox.control.users('friend')[0]?.key ?? '');
  // Friends cannot have a diary.
  for (const diary of role === 'client' ? [true, false] : [false]) {
    sandbox.control.setFeatures(key, { diary });
    const { path } = sandbox.control.user(key);
    const offered = (await ask(sandbox, 'GET', `${path}/catalogue/items?limit=100`, { token })).body['@items'];
    expect(offered.length).toBeGreaterThan(1);
    for (const { id } of offered) {
      const { status, body } = await ask(sandbox, 'POST', `${path}/tools`, { token, body: { id } });
      expect({ id, status }).toEqual({ id, status: 201 });
      expect((await ask(sandbox, 'GET', body['@url'], { token })).status).toBe(200);
    }
  }
});

describe('export options', () => {
  test.each(['filters', 'parameters'])('report every problem inside `%s`', async (name) => {
    const conditions = [{}, { name: 1, value: 'a', operator: 'eq' }, 'x', { name: 'active', value: 'a' }, { value: 2 }];
    const { body } = await ask(createSandbox(), 'POST', '/export', { body: { name: 'client', [name]: conditions } });
    expect(body).toMatchObject({ code: 400, message: 'Invalid option input' });
    const problems = body.extra as { name: string; message: string }[];
    const counts = (message: string) => problems.filter((one) => one.name === name && one.message === message).length;
    expect(counts('Required input is missing.')).toBe(3 + 1 + 2);
    expect(counts('Must be transferred as string.')).toBe(1 + 1);
    expect(counts('Unknown value.')).toBe(1);
  });

  test('report every problem inside `combine` and `properties`', async () => {
    const body = { name: 'client', properties: [1, 2], combine: [{}, { name: 5, properties: [3, 4] }] };
    const { extra } = (await ask(createSandbox(), 'POST', '/export', { body })).body;
    expect(extra).toEqual([
      { name: 'properties', message: 'Must be transferred as string.' },
      { name: 'properties', message: 'Must be transferred as string.' },
      { name: 'combine', message: 'Required input is missing.' },
      { name: 'combine', message: 'Must be transferred as string.' },
      { name: 'combine', message: 'Must be transferred as string.' },
      { name: 'combine', message: 'Must be transferred as string.' },
    ]);
  });
});

describe('an email address', () => {
  const create = async (email: string) =>
    ask(createSandbox(), 'POST', '/p', { body: { first_name: 'A', last_name: 'B', active: false, email } });

  test.each([
    ...['a@b..example', 'a@.b.example', 'a@b.example.', 'a..b@c.example', '.a@b.example', 'a.@b.example', 'a@b'],
    ...[
      'a@-b.example',
      'a@b-.example',
      'a@b_c.example',
      'a b@c.example',
      'a@b c.example',
      'a@b@c.example',
      '@b.example',
    ],
    ...[
      'a,b@c.example',
      '<a@b.example>',
      'a@b.example\n',
      'a"@b.example',
      'a@b/c.example',
      `${'a'.repeat(65)}@b.example`,
    ],
    ...[`a@${'b'.repeat(64)}.example`, `a@${'b.'.repeat(130)}example`],
  ])('%j is refused', async (email) => {
    const { body } = await create(email);
    expect(body.extra).toEqual([{ name: 'email', message: 'Not a valid email address.' }]);
  });

  test.each([
    "o'neill+x_y=z@b-c.example",
    'a@b.c.d.example',
    'jörg@bücher.example',
    'a@1.example',
    'a@xn--bcher-kva.example',
  ])('%j is taken', async (email) => {
    expect((await create(email)).status).toBe(201);
  });
});

test('a task of several users has one URL, which each of them may read', async () => {
  const sandbox = createSandbox();
  const key = sandbox.control.assignGroupTask(['PRO-1', 'PRO-2', 'EHR-1042']);
  const urls = new Set<string>();
  for (const [user, role] of [
    ['PRO-1', 'professional'],
    ['PRO-2', 'unrelatedProfessional'],
    ['EHR-1042', 'client'],
  ] as const) {
    const token = sandbox.tokens[role];
    const { body } = await ask(sandbox, 'GET', `${sandbox.control.user(user).path}/tasks/items`, { token });
    const task = body['@items'].find((one) => String(one['@url']).endsWith(key));
    urls.add(task?.['@url'] ?? '');
    const read = await ask(sandbox, 'GET', task?.['@url'] ?? '', { token });
    expect(read.body['@url']).toBe(task?.['@url']);
  }
  expect(urls.size).toBe(1);
  const [url = ''] = urls;
  expect((await ask(sandbox, 'GET', url, { token: sandbox.tokens.secretary })).status).toBe(403);
});

describe('authentication', () => {
  test.each(['svc-token', 'SVC-TOKEN', 'Svc-Token', 'svc-token  ', 'svc-token\t'])(
    'the scheme %j is taken',
    async (scheme) => {
      const sandbox = createSandbox();
      const headers = { Authorization: `${scheme} ${sandbox.tokens.apiUser}` };
      expect((await ask(sandbox, 'GET', '/p/items', { token: null, headers })).status).toBe(200);
    },
  );

  test.each([null, 'none'])('a 401 names the scheme to use (token %j)', async (token) => {
    const { status, headers } = await ask(createSandbox(), 'GET', '/p/items', { token });
    expect({ status, challenge: headers.get('WWW-Authenticate') }).toEqual({ status: 401, challenge: 'svc-token' });
  });

  test.each(['Bearer', 'svc-tokens', 'svc-token,'])('the scheme %j is refused', async (scheme) => {
    const sandbox = createSandbox();
    const headers = { Authorization: `${scheme} ${sandbox.tokens.apiUser}` };
    expect((await ask(sandbox, 'GET', '/p/items', { token: null, headers })).status).toBe(401);
  });

  test('a 401 of an export names the scheme too', async () => {
    const sandbox = createSandbox();
    const { body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client' } });
    const { status, headers } = await ask(sandbox, 'GET', `${body['@url']}/download`);
    expect({ status, challenge: headers.get('WWW-Authenticate') }).toEqual({ status: 401, challenge: 'svc-token' });
  });
});
