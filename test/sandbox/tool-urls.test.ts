import { createSandbox, type DiarySchema } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

const own: DiarySchema = { name: 'own', version: 1, title: 'Own', fields: [], icons: {} };

test('the URL of a diary that was added stays, whatever the catalogue offers later', async () => {
  const sandbox = createSandbox();
  const { control } = sandbox;
  control.addCatalogueItem({ id: 'x', content_type: 'diary' }, own);
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const { body } = await ask(sandbox, 'POST', linkUrl(client, 'tools'), { body: { id: 'x' } });
  const url = body['@url'];
  const read = async () => (await ask(sandbox, 'GET', url)).body;
  const shown = await read();
  expect(shown['@url']).toBe(url);
  control.addCatalogueItem({ id: 'x', content_type: 'diary' }, { ...own, version: 2 });
  expect(await read()).toEqual(shown);
  control.clearCatalogue();
  expect(await read()).toEqual(shown);
  control.configureDiary('EHR-1042', []);
  expect((await ask(sandbox, 'GET', url)).status).toBe(404);
});
