import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { download, endedJob } from './export-job.js';

const inherited = ['constructor', 'toString', '__proto__'];

test('a picture whose filename holds half a surrogate pair can be read', async () => {
  const sandbox = createSandbox();
  const [client] = sandbox.control.users('client');
  const picture = { '@type': 'base64', data: 'iVBORw0KGgo=', filename: 'a\ud800😀.png' };
  expect((await ask(sandbox, 'PATCH', String(client?.path), { body: { picture } })).status).toBe(204);
  const shown = (await ask(sandbox, 'GET', String(client?.path))).body.picture as { readonly url: string };
  const { status, headers } = await ask(sandbox, 'GET', shown.url);
  expect(status).toBe(200);
  expect(headers.get('Content-Disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('a\ufffd😀.png')}`);
});

test.each(['json', 'csv'])(
  'an export as %s takes names that objects inherit, if the settings offer them',
  async (format) => {
    const combines = { relation: inherited, ...Object.fromEntries(inherited.map((name) => [name, []])) };
    const exportNames = { filters: inherited, properties: ['id', ...inherited], combines };
    const sandbox = createSandbox({ limits: false, settings: { exportNames } });
    const job = await endedJob(sandbox, {
      ...{ output_format: format, properties: ['id', ...inherited] },
      filters: inherited.map((name) => ({ name, value: 'x', operator: 'eq' })),
      combine: ['relation', ...inherited].map((name) => ({ name })),
    });
    expect(job).toMatchObject({ state: 'completed', error: null });
    const text = await (await download(sandbox, job)).text();
    expect(text).toContain('EHR-1042');
    expect(text).not.toContain('function');
  },
);
