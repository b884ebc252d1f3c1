import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { blocksOf, GuideFolder } from './support/guide-blocks.js';
import { sessionOf } from './support/guide-session.js';
import { temporaryFolder } from './support/temporary-folder.js';

const run = promisify(execFile);
const guides = readdirSync('docs/guides').filter((name) => name.endsWith('.md'));
const others = readdirSync('docs').filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...others.map((name) => `docs/${name}`), ...guides.map((name) => `docs/guides/${name}`)];

/** Blocks that cannot run here by themselves, page by page, and what runs the like of them. */
const compiledOnly: Readonly<Record<string, { readonly blocks: number; readonly since: string }>> = {
  'docs/sandbox.md': {
    blocks: 1,
    since: 'a service worker is in a page: the portal of examples/ has it, and its tests run it',
  },
  'docs/guides/proxies.md': {
    blocks: 1,
    since: 'it needs a proxy: `test/networks` runs the like of it with a real one',
  },
};

/** Who reads a page, and so whose tokens its program has. */
type Reader = 'integration' | 'client' | 'portal server';

/** Pages that are not, or not only, for an integration with the token of an API user. */
const readers: Readonly<Record<string, readonly Reader[]>> = {
  'docs/guides/browsers.md': ['client'],
  'docs/guides/calendars.md': ['integration', 'client'],
  'docs/guides/diaries.md': ['integration', 'client'],
  'docs/guides/links.md': ['integration', 'client'],
  'docs/guides/portals.md': ['portal server'],
  'docs/guides/users.md': ['portal server'],
};

const folder = new GuideFolder('guides');
const code = pages.map((page) => {
  const blocks = blocksOf(page);
  const of = (kind: string) => blocks.filter((block) => block.kind === kind);
  return {
    page,
    compiled: of('compiled').map((block) => folder.write(page, [block])),
    // `guide-playwright.test.ts` runs these.
    playwright: of('playwright').map((block) => folder.write(page, [block])),
    programs: of('program').length === 0 ? [] : [folder.write(page, of('program'))],
    tests: of('vitest').map((block) => folder.write(page, [block], '.test')),
  };
});

test('the code of all guides compiles', async () => {
  const { stdout } = await run('tsc', ['--noEmit', '-p', folder.folder]).catch((failure) => failure);
  expect(stdout).toBe('');
}, 120_000);

test.each(guides)('%s has code, and is short', (name) => {
  const path = `docs/guides/${name}`;
  expect([...blocksOf(path), ...sessionOf(path)]).not.toEqual([]);
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(120);
});

test('links from one page to another lead somewhere', () => {
  const broken = pages.flatMap((page) => {
    const targets = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    );
    return targets.filter((target) => !existsSync(join(dirname(page), target))).map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('blocks that are compiled only are those that are listed', () => {
  const counts = code
    .filter(({ compiled }) => compiled.length > 0)
    .map(({ page, compiled }) => [page, compiled.length]);
  expect(counts).toEqual(Object.entries(compiledOnly).map(([page, { blocks }]) => [page, blocks]));
});

test('blocks that repeat an example are parts of it', () => {
  const repeated = pages.flatMap((page) => blocksOf(page).filter(({ kind }) => kind === 'example'));
  expect(repeated).not.toEqual([]);
  for (const { file = '', code } of repeated) expect(readFileSync(join('examples', file), 'utf8')).toContain(code);
});

test('pages whose readers are listed exist', () => {
  expect(Object.keys(readers).filter((page) => !pages.includes(page))).toEqual([]);
});

describe.concurrent('a program of one page', { timeout: 120_000 }, () => {
  const programs = code.flatMap(({ page, programs: [path] }) => {
    if (path === undefined) return [];
    return (readers[page] ?? ['integration']).map((reader) => ({ page, path, reader }));
  });
  test.for(programs)(
    '$page runs to its end with the tokens of its reader ($reader), and logs no complaint',
    async ({ path, reader }, { onTestFinished }) => {
      const cwd = await temporaryFolder(onTestFinished);
      const imports = ['source-package', 'guide-platform'].flatMap((name) => [
        '--import',
        resolve(`test/support/${name}.ts`),
      ]);
      const env = { ...process.env, GUIDE_READER: reader };
      const { stderr } = await run(process.execPath, [...imports, path], { cwd, env, timeout: 110_000 });
      expect(stderr).toBe('');
    },
  );
});

for (const { page, tests } of code) {
  for (const path of tests) {
    describe(`the tests of ${page}`, async () => {
      await import(/* @vite-ignore */ path);
    });
  }
}
