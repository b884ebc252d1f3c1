import { createSandbox, type SandboxOptions } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { describedHooks } from './described-hooks.js';

/** A line for each hook: its arguments with their schemas, and its example. */
async function hookList(options: SandboxOptions): Promise<string> {
  const sandbox = createSandbox({ clock: { start: new Date('2026-03-02T09:00:00Z'), frozen: true }, ...options });
  await ask(sandbox, 'POST', '/export', { body: { name: 'client' } });
  await using server = await sandbox.listen({ control: true });
  return (await describedHooks(server))
    .map(({ name, arguments: taken, example }) => {
      const lines = taken.map((each) => `  ${each.name}${each.optional ? '?' : ''}: ${JSON.stringify(each.schema)}`);
      return [name, ...lines, `  example: ${JSON.stringify(example)}`].join('\n');
    })
    .join('\n');
}

test('the hooks for callers of other languages are those of hooks.txt', async () => {
  await expect(`${await hookList({})}\n`).toMatchFileSnapshot('hooks.txt');
});

test('the hooks of a sandbox without people say what belongs in their examples', async () => {
  const examples = (await hookList({ clients: 0 })).split('\n').filter((line) => line.includes('"the '));
  expect(examples).toContain('  example: ["the key of a client"]');
  expect(examples).toContain('  example: ["the key of a task"]');
  expect(examples).toContain('  example: ["the key of a conversation"]');
});
