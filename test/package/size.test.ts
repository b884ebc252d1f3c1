import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltPackage, buildPackage } from '../services/built-package.js';
import { type Bundle, type BundledFile, bundled, gzipped } from './bundle.js';

/** Bytes. What grows beyond it is loaded by every page: give it to a lazy module, or make it smaller. */
const budget = 50_000;

/** What lists, what writes clients, professionals, relations and labels, and what verifies those writes. */
const eager = [
  ...[
    'connect',
    'hypermedia/lists/collection',
    'resources/application/application',
    'resources/users/client',
    'resources/users/client-fields',
  ],
  ...[
    'resources/users/activation',
    'resources/users/account-creation',
    'resources/users/professional',
    'resources/users/groups',
  ],
  ...[
    'resources/users/roles',
    'resources/users/relation',
    'resources/label',
    'resources/writes/reconcile',
    'resources/writes/verification',
  ],
];

/** What only some pages need. */
const lazy = [
  ...[
    'resources/diary/diary',
    'resources/diary/diary-chart',
    'resources/exports/export-job',
    'resources/exports/open-file',
    'resources/exports/resumable-export',
    'hypermedia/download',
    'hypermedia/lists/item-work',
  ],
  ...[
    'resources/changes/change-feed',
    'resources/changes/task-mirror',
    'resources/changes/conversation-mirror',
    'resources/log-record',
    'resources/tool',
    'resources/users/upsert',
  ],
  ...['resources/users/sync-users', 'resources/restore', 'resources/raw-request'],
  ...[
    'resources/users/relations-sync',
    'resources/label-ensuring',
    'transport/observer',
    'transport/outage',
    'transport/rare-options',
    'transport/response-report',
    'transport/throttle/check',
    'transport/throttle/no-throttle',
    'transport/own-headers',
    'transport/stream',
    'transport/unfold',
    'transport/count-downloads',
    'transport/failures/redact-text',
  ],
  ...['transport/failures/error-response', 'transport/failures/network-failure', 'transport/failures/diagnose'],
  ...['transport/failures/rejected-field', 'transport/own-fetch'],
];

let built: BuiltPackage;
let page: Bundle;
beforeAll(async () => {
  built = buildPackage();
  page = await bundled("import { connect } from './index.js'; globalThis.connect = connect;", built.folder);
}, 60_000);
afterAll(() => built.remove());

/** The sources of a bundled file, as `src/connect.ts` or by the name of a package. */
function sourcesOf({ madeOf }: BundledFile): string[] {
  return madeOf.flatMap((input) => {
    const path = join(built.folder, input);
    const [, carried] = /^node_modules\/((?:@[^/]+\/)?[^./][^/]*)\//.exec(relative(process.cwd(), path)) ?? [];
    if (carried !== undefined) return [carried];
    if (input === 'program.js') return [];
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
    return sources.map((source) => relative(process.cwd(), resolve(dirname(path), source)));
  });
}

const initialSources = () => new Set(page.initial.flatMap(sourcesOf));

describe('a page that connects', () => {
  test(`loads at most ${budget} bytes at first, gzipped, all dependencies included`, () => {
    expect(gzipped(page.initial)).toBeLessThanOrEqual(budget);
    // One file, since each that a page waits for costs it a journey.
    expect(page.initial.length).toBeLessThanOrEqual(2);
  });

  test('loads zod, ky and p-queue with it, and no other package', () => {
    const packages = [...initialSources()].filter((source) => !source.startsWith('src/'));
    expect(new Set(packages)).toEqual(new Set(['zod', 'ky', 'p-queue']));
  });

  test('loads nothing of the other entries, and no lazy module', () => {
    const sources = [...initialSources()].filter((source) => source.startsWith('src/'));
    expect(sources).toEqual(expect.arrayContaining(eager.map((name) => `src/${name}.ts`)));
    const others = /^src\/(?:calendar|node|opentelemetry|redis|sandbox|rows)\//;
    expect(sources.filter((source) => others.test(source))).toEqual([]);
    for (const name of [...lazy, 'resources/writes/operation-table']) expect(sources).not.toContain(`src/${name}.ts`);
  });

  test('finds the parsers of rows when the first row is read', () => {
    expect(page.later.filter(({ madeOf }) => madeOf.includes('rows/index.js'))).toHaveLength(1);
  });

  test('loads each lazy module once, when it is first used', () => {
    const holding = (name: string) => page.later.filter((file) => sourcesOf(file).includes(`src/${name}.ts`));
    for (const name of lazy) expect([name, holding(name).length]).toEqual([name, 1]);
  });
});

test('a page that only compares choices loads no kilobyte', async () => {
  const load = (program: string) => bundled(program, built.folder).then(({ initial }) => gzipped(initial));
  const compare = "import { isKnownChoice } from './index.js'; globalThis.isKnown = isKnownChoice;";
  const lists = "import { genders, isKnownChoice } from './index.js'; globalThis.all = [genders, isKnownChoice];";
  expect(await load(compare)).toBeLessThan(1000);
  expect(await load(lists)).toBeLessThan(1000);
});

test('a page that checks an input without a connection loads about half of the client', async () => {
  const program = "import { clientInput } from './index.js'; globalThis.input = clientInput;";
  const { initial } = await bundled(program, built.folder);
  expect(gzipped(initial)).toBeLessThan(30_000);
});

test('a program that asks what an error is loads no client', async () => {
  const { initial } = await bundled(
    "import { isCareError } from './index.js'; console.log(isCareError);",
    built.folder,
  );
  expect(gzipped(initial)).toBeLessThan(2000);
});

test('classes of lazy modules that are imported by name are those that the modules make', async () => {
  const program = "import { connect, Diary } from './index.js'; globalThis.all = [connect, Diary];";
  const { initial, later } = await bundled(program, built.folder);
  const holding = [...initial, ...later].filter((file) => sourcesOf(file).includes('src/resources/diary/diary.ts'));
  expect(holding).toHaveLength(1);
  expect(initial).toContain(holding[0]);
});

test('nothing that a page loads makes code of text, or asks for what only Node has', () => {
  const found = [...page.initial, ...page.later].flatMap(({ name, text }) =>
    [...globalsIn(text)].filter((global) => forbidden.has(global)).map((global) => `${global} in ${name}`),
  );
  expect(found).toEqual([]);
});

test('the documentation says what a page loads, within a thousand bytes', () => {
  const performance = readFileSync(resolve('docs/performance.md'), 'utf8');
  const row = /^\| \*\*care-platform\*\* +\| +([\d.]+) kB \| +([\d.]+) kB \|$/m.exec(performance);
  expect(Math.abs(Number(row?.[1]) * 1000 - gzipped(page.initial))).toBeLessThan(1000);
  expect(Math.abs(Number(row?.[2]) * 1000 - gzipped([...page.initial, ...page.later]))).toBeLessThan(1000);
});

const forbidden = new Set(['eval', 'Function', 'require', '__require', 'process', 'Buffer', 'module', 'exports']);

/** Names that a program uses and does not declare. */
function globalsIn(program: string): Set<string> {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && !isProperty(node)) (isDeclared(node) ? declared : used).add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('page.js', program, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return new Set([...used].filter((name) => !declared.has(name)));
}

function isProperty(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return 'name' in parent && parent.name === node && (ts.isPropertyAssignment(parent) || ts.isClassElement(parent));
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.name === node;
  return (
    (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isFunctionDeclaration(parent)) &&
    parent.name === node
  );
}
