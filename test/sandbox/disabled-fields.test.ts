import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

test.each([
  ['id', 'EHR-1042'],
  ['bsn', '000000001'],
] as const)('a search finds nobody by a disabled `%s`, and by an enabled one it does', async (field, value) => {
  const sandbox = createSandbox();
  const found = async () => {
    const { status, body } = await ask(sandbox, 'POST', '/c/items', { body: { [field]: value } });
    return [status, body['@items'].map(({ name }) => name)];
  };
  expect(await found()).toEqual([200, ['Fenna Voorbeeld']]);
  sandbox.settings.fields.client[field] = false;
  expect(await found()).toEqual([200, []]);
});

test('a reference to a user shows no external id if the field `id` of its kind is disabled', async () => {
  const sandbox = createSandbox();
  const [client] = sandbox.control.users('client');
  const ids = async () => {
    const [relation] = (await ask(sandbox, 'GET', `${client?.path}/relations/items`)).body['@items'];
    return [relation?.client, relation?.professional].map((reference) => (reference as { id: unknown }).id);
  };
  const { fields } = sandbox.settings;
  expect(await ids()).toEqual(['EHR-1042', 'PRO-1']);
  fields.client.id = false;
  expect(await ids()).toEqual([null, 'PRO-1']);
  fields.professional.id = false;
  expect(await ids()).toEqual([null, null]);
});
