import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const base = 'https://care.test/api/2';

/** The new kind: one file. */
const bulletin = `import * as z from 'zod/mini';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';

export class Bulletin extends Resource<BulletinData> {
  static override readonly type = 'bulletin';
  static override readonly schema = resourceSchema<BulletinData>(() => ({ headline: z.string() }));
}

export interface BulletinData {
  readonly headline: string;
}
`;

/** One method on the resource that links to it. */
const method = `
  bulletin(options: RequestOptions = {}): Promise<Bulletin> {
    return this.read('bulletin', Bulletin, options);
  }
`;

const imported = "import { Bulletin } from '../bulletin.js';\n";

/** A copy of the package with the new kind in it. */
let copy: string;
beforeAll(() => {
  mkdirSync(join(root, 'reports'), { recursive: true });
  copy = mkdtempSync(join(root, 'reports/new-resource-'));
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'src/resources/bulletin.ts'), bulletin);
  edit('src/resources/users/care-user.ts', (text) => text.replace(/\n}\n/, `\n${method}}\n`));
  edit('src/resources/application/registry.ts', (text) => text.replace('known: [', 'known: [Bulletin,'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function edit(path: string, change: (text: string) => string): void {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, imported + changed);
}

test('a new kind of resource is one file, one method and one line in the registry, and its types hold', () => {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy);
  const program = ts.createProgram([join(copy, 'src/index.ts')], { ...options, noEmit: true });
  const found = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  expect(found).toEqual([]);
});

test('a new kind of resource is read by its method, followed by its link and known in lists', async () => {
  const outfile = join(copy, 'package.mjs');
  await build({
    stdin: {
      contents: "export { connect } from './src/index.ts'; export { Bulletin } from './src/resources/bulletin.ts';",
      resolveDir: copy,
    },
    ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external', outfile, logLevel: 'error' },
  });
  const { connect, Bulletin } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  const note = { '@type': 'test/bulletin', '@url': `${base}/bulletin/1`, headline: 'Closed on Monday' };
  const documents: Record<string, object> = {
    '/api/2': { '@type': 'test/application', '@links': [], name: 'Test', mode: null, warning: null, web_url: base },
    '/api/2/friend/1': {
      '@type': 'test/client/friend',
      '@url': `${base}/friend/1`,
      '@links': [{ name: 'bulletin', url: `${base}/bulletin/1` }],
      first_name: 'A',
      last_name: 'B',
      name: 'A B',
      email: 'a@example.org',
      active: true,
      gender: 'unknown',
    },
    '/api/2/bulletin/1': note,
    '/api/2/bulletins': { '@type': 'test/bulletins', '@items': [note] },
  };
  const care = await connect({
    baseUrl: base,
    token: 'secret',
    fetch: async (url: string) => Response.json(documents[new URL(url).pathname] ?? {}, { status: 200 }),
  });
  const friend = await care.friend({ url: `${base}/friend/1` });
  const [read, followed, listed] = [
    await friend.bulletin(),
    await friend.follow('bulletin'),
    await (await care.open(`${base}/bulletins`)).first(),
  ];
  care.close();
  expect([read, followed, listed].map((found) => found instanceof Bulletin)).toEqual([true, true, true]);
  expect(read.data.headline).toBe('Closed on Monday');
});
