import { readFileSync } from 'node:fs';
import * as carePlatform from 'care-platform';
import { connect, InputError } from 'care-platform';
import { expect } from 'vitest';
import { rule } from './rule.js';

/** Rules that ask for words: they are checked where users read them. */
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

rule('SVC-2', 'the package and the README use the word resource as the platform does', () => {
  expect(Object.keys(carePlatform)).toContain('Resource');
  expect(Object.keys(carePlatform).filter((name) => /Entity|Model|Record(?!$)|Dto/.test(name))).toEqual([]);
  expect(read('README.md')).toMatch(/\bresources?\b/i);
  expect(read('README.md')).not.toMatch(/\bentit(?:y|ies)\b/i);
});

rule('REQ-1', 'the platform is asked over HTTPS, and its sandbox names an HTTPS address', async ({ sandbox }) => {
  expect(new URL(sandbox.baseUrl).protocol).toBe('https:');
  const { tokens, fetch } = sandbox;
  const plain = connect({ baseUrl: 'http://app.example.org/api/2', token: tokens.apiUser, fetch });
  await expect(plain).rejects.toBeInstanceOf(InputError);
});

rule('CAT-10', 'the meaning of each content type that has one stands with the type', () => {
  const source = read('src/resources/catalogue-item.ts');
  const comment = source.slice(source.indexOf('Kinds of content'), source.indexOf('export type ContentType'));
  const meanings = {
    topic: 'module',
    diary: 'diary schema',
    'template treatment': 'a module',
    'template training': 'a training',
    'template screening': 'a screening',
    'template screening intake': 'an intake screening',
    'template rom planning': 'monitoring',
  };
  for (const [name, meaning] of Object.entries(meanings)) {
    const [, said = ''] = comment.split(`\`${name}\`,`);
    expect(said.replace(/\s+\*\s+/g, ' ').split(';')[0], name).toContain(meaning);
  }
});

rule('VER-2', 'this package is for version 2 of the interface, says so, and speaks no other', async ({ sandbox }) => {
  expect(read('README.md')).toContain('version 2');
  expect(JSON.parse(read('package.json'))).toMatchObject({ description: expect.stringContaining('v2') });
  const other = connect({ baseUrl: 'https://app.example.org/api/3', token: 'token', fetch: sandbox.fetch });
  await expect(other).rejects.toThrow('version 2 only');
});
