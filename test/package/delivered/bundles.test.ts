import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consumers, run } from './consumer.js';

/** What cannot be missed in a bundle that holds it, minified or not. */
const marks = {
  zod: /_zod\b/,
  ky: /Request failed with/,
  'p-queue': /PQueueTask/,
  'ical.js': /icaltype/,
  papaparse: /Papa Parse|BAD_DELIMITERS/,
  sandbox: /sandbox\.example/,
  // p-queue asks for two modules of Node in a way that is `undefined` everywhere else.
  Node: /(?<!process\?\.getBuiltinModule\?\.\()['"]node:\w+['"]/,
};

interface Bundle {
  /** What its program does, run in Node. */
  readonly did: unknown;
  /** What is loaded at its start, by the names of `marks`, */
  readonly holds: string[];
  /** and on first use. */
  readonly holdsLater: string[];
  readonly bytes: number;
}

describe.each(['esbuild', 'vite', 'webpack'])('%s', (bundler) => {
  test('bundles an application that works, without the sandbox, and with the parsers of rows apart', async () => {
    const { did, holds, holdsLater } = await bundle(bundler, 'app.js');
    expect(did).toEqual({ clients: 7, error: true, rows: 1 });
    expect(holds).toEqual(['zod', 'ky', 'p-queue']);
    expect(holdsLater).toContain('papaparse');
    expect(holdsLater).not.toContain('sandbox');
  });

  test('takes the errors alone if nothing else is imported', async () => {
    const { did, holds, bytes } = await bundle(bundler, 'errors.js');
    expect(did).toEqual([false, 'function']);
    expect(holds).toEqual([]);
    // Not minified. `isTransient` and the codes of problems took 900 bytes.
    expect(bytes).toBeLessThan(5000);
  });

  test('takes no client along with the calendar', async () => {
    const { did, holds, holdsLater } = await bundle(bundler, 'calendar.js');
    expect(did).toEqual(['Walk']);
    expect(holds).toEqual(['ical.js']);
    expect(holdsLater).toEqual([]);
  });
});

test.each(['esbuild', 'webpack'])(
  '%s puts a program that requires the package into one file, without msw',
  async (bundler) => {
    const folder = join(consumers, 'built', `${bundler}-server`);
    const did = await run(await run('bundles/bundle-server.mjs', bundler, folder));
    expect(JSON.parse(did)).toEqual({ rows: 1, missing: expect.stringContaining('npm install --save-dev msw') });
  },
);

async function bundle(bundler: string, program: string): Promise<Bundle> {
  const folder = join(consumers, 'built', `${bundler}-${program}`);
  const main = await run('bundles/bundle.mjs', bundler, `./bundles/${program}`, folder);
  const first = closure(main);
  const later = globSync(join(folder, '*js')).filter((file) => !first.has(file));
  const atStart = [...first.values()].join('\n');
  return {
    did: JSON.parse(await run('bundles/run.mjs', main)),
    holds: found(atStart),
    holdsLater: found(later.map((file) => readFileSync(file, 'utf8')).join('\n')),
    bytes: Buffer.byteLength(atStart),
  };
}

/** A file and all that it imports statically, by their names. */
function closure(file: string, files = new Map<string, string>()): Map<string, string> {
  if (files.has(file)) return files;
  const code = readFileSync(file, 'utf8');
  files.set(file, code);
  for (const [, path = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*['"](\.[^'"]+)['"]/g)) {
    closure(join(dirname(file), path), files);
  }
  return files;
}

function found(code: string): string[] {
  return Object.entries(marks).flatMap(([name, mark]) => (mark.test(code) ? [name] : []));
}
