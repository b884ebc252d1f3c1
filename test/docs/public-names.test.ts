import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entries, publicApi } from '../support/public-api.js';

const page = readFileSync('docs/names.md', 'utf8');
const names = Object.keys(entries) as (keyof typeof entries)[];
const guides = ['README.md', 'docs/sandbox.md', ...readdirSync('docs/guides').map((name) => `docs/guides/${name}`)];
const code = guides
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^```ts[\s\S]*?^```$/gm)].join('\n'))
  .join('\n');

test.each(names)('the page of public names has each name that %s exports, and no other', (entry) => {
  const section = page.split(/^## /m).find((text) => text.startsWith(`\`${entry}\`\n`)) ?? '';
  const listed = [...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const exported = publicApi.exportsOf(entry).map(({ name }) => name);
  expect(listed.sort()).toEqual(exported.sort());
});

test.each(names)('the code of a guide calls each function that %s exports', (entry) => {
  const functions = publicApi.functionsOf(entry);
  expect(functions.length).toBeGreaterThan(0);
  expect(functions.filter((name) => !code.includes(`${name}(`))).toEqual([]);
});
