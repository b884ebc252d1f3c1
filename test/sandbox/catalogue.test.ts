import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, firstClient } from './api.js';
import { link, names, type Wire } from './wire.js';

interface Item extends Wire {
  id: string;
  content_type: string;
  suitable_for_selfhelp: boolean;
}

const query = (...problems: [name: string, message: string][]) => ({
  code: 400,
  message: 'Invalid query parameters',
  extra: problems.map(([name, message]) => ({ name, message })),
});

async function items(sandbox: Sandbox, path: string, token?: string): Promise<readonly Item[]> {
  return (await ask(sandbox, 'GET', path, token === undefined ? {} : { token })).body['@items'] as readonly Item[];
}

describe('the catalogue', () => {
  test('CAT-3, CAT-4: it has an item of each content type, in all languages, about forty in all', async () => {
    const all = await items(createSandbox(), '/catalogue/items?limit=100');
    expect(all.length).toBeGreaterThanOrEqual(38);
    expect(new Set(all.map((item) => item.content_type)).size).toBe(11);
    expect(all[0]).toMatchObject({ '@type': 'https://care.example/ns/catalogue/item', lang: 'en' });
  });

  test('EPC-1, LIM-8: limit is required', async () => {
    const sandbox = createSandbox();
    const { status, body } = await ask(sandbox, 'GET', '/catalogue/items');
    expect(status).toBe(400);
    expect(body).toEqual(query(['limit', 'Required input is missing.']));
  });

  test('EPC-3: paging echoes start and limit and has no total', async () => {
    const { body } = await ask(createSandbox(), 'GET', '/catalogue/items?limit=5&start=38');
    expect(body['@paging']).toEqual({ found: body['@items'].length, limit: 5, start: 38, total: null });
  });

  test('EPC-9, NS-16: several content types restrict the result, repeated or joined by commas', async () => {
    const sandbox = createSandbox();
    const repeated = await items(
      sandbox,
      '/catalogue/items?limit=99&content_types=topic&content_types=template+training',
    );
    expect(new Set(repeated.map((item) => item.content_type))).toEqual(new Set(['topic', 'template training']));
    expect(await items(sandbox, '/catalogue/items?limit=99&content_types=topic,template%20training')).toEqual(repeated);
  });

  test('TRAP-2: the filter takes its own eight values; action plan matches nothing and document is refused', async () => {
    const sandbox = createSandbox();
    expect(await items(sandbox, '/catalogue/items?limit=9&content_types=action%20plan')).toEqual([]);
    const { body } = await ask(sandbox, 'GET', '/catalogue/items?limit=9&content_types=document');
    expect(body).toEqual(query(['content_types', 'Unknown value.']));
  });

  test('EPC-5: clients and friends may not read the main catalogue', async () => {
    const sandbox = createSandbox();
    for (const token of [sandbox.tokens.client, sandbox.tokens.friend]) {
      expect((await ask(sandbox, 'GET', '/catalogue/items?limit=1', { token })).status).toBe(403);
    }
    expect((await ask(sandbox, 'GET', '/catalogue/items?limit=1', { token: sandbox.tokens.secretary })).status).toBe(
      200,
    );
  });

  test('EPC-7, EPC-8, TRAP-38: only the client itself gets self-help items alone', async () => {
    const sandbox = createSandbox();
    const url = `${link(await firstClient(sandbox), 'catalogue.selfhelp.items')}?limit=100`;
    const own = await items(sandbox, url, sandbox.tokens.client);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((item) => item.suitable_for_selfhelp)).toBe(true);
    const all = await items(sandbox, url);
    expect(all.some((item) => !item.suitable_for_selfhelp)).toBe(true);
    expect(await items(sandbox, url, sandbox.tokens.professional)).toEqual(all);
  });
});

describe('tools', () => {
  const selfHelp = async (sandbox: Sandbox, wanted: boolean) => {
    const topics = await items(sandbox, '/catalogue/items?limit=99&content_types=topic');
    return topics.find((item) => item.suitable_for_selfhelp === wanted)?.id;
  };

  test('EPT-1, TOL-2: a new tool answers 201 with nothing but its URL, which can be read', async () => {
    const sandbox = createSandbox();
    const tools = link(await firstClient(sandbox), 'tools');
    const { status, headers, body } = await ask(sandbox, 'POST', tools, {
      body: { id: await selfHelp(sandbox, false) },
    });
    expect(status).toBe(201);
    expect(body).toEqual({ '@url': headers.get('Location') });
    expect(body['@url']).toMatch(/\/c\/[^/]+\/module\/[^/]+$/);
    expect((await ask(sandbox, 'GET', body['@url'])).body).toEqual({ '@url': body['@url'], '@links': [] });
    expect(sandbox.outbox).toEqual([]);
  });

  test('EPT-9, EPT-10: content that is not self-help is refused to the client and given by an API user', async () => {
    const sandbox = createSandbox();
    const tools = link(await firstClient(sandbox), 'tools');
    const body = { id: await selfHelp(sandbox, false) };
    const own = await ask(sandbox, 'POST', tools, { body, token: sandbox.tokens.client });
    expect(own.status).toBe(400);
    expect(own.body).toEqual(query(['id', 'Unknown value.']));
    expect((await ask(sandbox, 'POST', tools, { body })).status).toBe(201);
    const selfHelpId = { id: await selfHelp(sandbox, true) };
    expect((await ask(sandbox, 'POST', tools, { body: selfHelpId, token: sandbox.tokens.client })).status).toBe(201);
  });

  test('TOL-3, EPT-2: diary content adds its schema to the configuration and gives the same URL again', async () => {
    const sandbox = createSandbox();
    const client = await firstClient(sandbox);
    const diaries = await items(sandbox, '/catalogue/items?limit=9&content_types=diary');
    const body = { id: diaries[2]?.id };
    const first = await ask(sandbox, 'POST', link(client, 'tools'), { body });
    expect(first.body['@url']).toBe(`${link(client, 'diary.configuration')}/${body.id}`);
    const again = await ask(sandbox, 'POST', link(client, 'tools'), { body });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const configuration = (await ask(sandbox, 'GET', link(client, 'diary.configuration'))).body;
    expect(configuration['@schemas'].map((one) => one.title)).toEqual(['Mood diary', 'Sleep diary', 'Activity diary']);
  });

  test('EPT-5, MAIL-1: notify sends a mail, which only an API user can ask for', async () => {
    const sandbox = createSandbox();
    const client = await firstClient(sandbox);
    const body = { id: await selfHelp(sandbox, true), notify: true };
    await ask(sandbox, 'POST', link(client, 'tools'), { body, token: sandbox.tokens.client });
    expect(sandbox.outbox).toEqual([]);
    await ask(sandbox, 'POST', link(client, 'tools'), { body });
    expect(sandbox.outbox).toMatchObject([{ to: client.email, kind: 'tool' }]);
  });

  test('EPT-1, EPT-3: a missing id and an unknown therapist are reported as query parameters', async () => {
    const sandbox = createSandbox();
    const tools = link(await firstClient(sandbox), 'tools');
    expect((await ask(sandbox, 'POST', tools, { body: { therapist: { id: 'nobody' } } })).body).toEqual(
      query(['id', 'Required input is missing.'], ['therapist', 'Unknown value.']),
    );
    const known = { id: await selfHelp(sandbox, false), therapist: { id: 'PRO-1' }, require_feedback: true };
    expect((await ask(sandbox, 'POST', tools, { body: known })).status).toBe(201);
  });

  test('EPT-6, GAP-21: unrelated professionals and API users without the permission get 403', async () => {
    const sandbox = createSandbox();
    const tools = link(await firstClient(sandbox), 'tools');
    const status = async (token: string) => (await ask(sandbox, 'POST', tools, { token, body: {} })).status;
    expect(await status(sandbox.tokens.unrelatedProfessional)).toBe(403);
    expect(await status(sandbox.tokens.apiUserPlain)).toBe(403);
    expect(await status(sandbox.tokens.professional)).toBe(400);
  });

  test('CL-24: each feature switched off takes exactly its links, and its endpoints are 404', async () => {
    const sandbox = createSandbox();
    const client = await firstClient(sandbox);
    for (const feature of ['planning', 'conversations', 'tools'] as const) {
      sandbox.control.setFeatures(client['@url'], { [feature]: false });
      const gone = names(client).filter((name) => name.split('.')[0] === feature);
      expect(gone.length).toBeGreaterThan(0);
      expect(names(await firstClient(sandbox))).toEqual(names(client).filter((name) => !gone.includes(name)));
      for (const name of gone) {
        const method = name === 'tools' ? 'POST' : 'GET';
        const { status } = await ask(sandbox, method, link(client, name), method === 'POST' ? { body: {} } : {});
        expect([name, status]).toEqual([name, 404]);
      }
      sandbox.control.setFeatures(client['@url'], { [feature]: true });
    }
  });
});
