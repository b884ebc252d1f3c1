import { createSandbox, type Settings } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

test.each<[keyof Settings, object, object]>([
  ['rootLinks', { 'clients.items': 'c/items' }, { 'staff.items': 'p/items' }],
  ['foreignLinks', { changes: 'https://a.example/' }, { 'catalogue.items': 'https://b.example/' }],
  ['exportNames', { filters: ['a'], combines: { b: [] } }, { combines: { c: [] } }],
])('a change over HTTP replaces `%s`, and other changes leave it', async (name, first, second) => {
  const sandbox = createSandbox({ settings: { [name]: first } });
  await using server = await sandbox.listen({ control: true });
  const patch = async (changes: object) => {
    const init = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(changes) };
    const { status } = await fetch(`${server.url}/_sandbox/settings`, init);
    return [status, sandbox.settings[name]];
  };
  expect(await patch({ mode: 'test' })).toEqual([200, first]);
  expect(await patch({ [name]: second })).toEqual([200, second]);
  expect(await patch({ [name]: {} })).toEqual([200, {}]);
});
