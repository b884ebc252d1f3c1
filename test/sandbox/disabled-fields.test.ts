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
