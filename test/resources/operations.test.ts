import { readFile } from 'node:fs/promises';
import { type Operation, operations } from 'care-platform';
import { expect, test } from 'vitest';

const rows: readonly Operation[] = Object.values(operations);

test('the documentation has the table of operations as it is', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const printed = /<!-- operations -->\n([\s\S]*?)\n<!-- \/operations -->/.exec(page)?.[1] ?? '';
  const cells = printed.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const [head, , ...body] = cells.filter((line) => line.length > 1);
  expect(head).toEqual(['operation', 'retryPolicy', 'since', 'to check if the outcome is unknown']);
  expect(body).toEqual(rows.map(({ name, retryPolicy, why, check }) => [`\`${name}\``, retryPolicy, why, check]));
});

test('every operation is named by its key, and has a reason for its retry policy', () => {
  for (const [key, { name, why }] of Object.entries(operations)) {
    expect(name).toBe(key);
    expect(why).toMatch(/\w/);
  }
});

test('a write that may not be sent again has a sentence about what to check instead', () => {
  for (const { retryPolicy, check } of rows) {
    if (retryPolicy === 'safe' || retryPolicy === 'repeatable') expect(check).toBe('');
    else expect(check).toMatch(/^[A-Z].*\.$/);
  }
});
