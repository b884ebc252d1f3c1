import { type Application, connect } from 'care-platform';
import { type GeneratedTypes, type GenerateTypesOptions, generateTypes } from 'care-platform/node';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { batchOf, clientDocument, linksTo, listDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connected } from '../support/scripted-fetch.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

const throttle = new OpenThrottle();

const newSandbox = () => createSandbox({ limits: false, clock: { start: new Date('2026-03-01T12:00:00Z') } });

async function connectTo({ baseUrl, fetch, tokens }: Sandbox, token: string = tokens.apiUser): Promise<Application> {
  const care = await connect({ baseUrl, token, fetch, throttle });
  onTestFinished(() => care.close());
  return care;
}

/** The texts of all literals in a program, and all names of members: what the compiler sees. */
function literalsIn(text: string): string[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023);
  expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('the text has the labels, groups, fields and properties of the installation', async () => {
  const sandbox = newSandbox();
  const care = await connectTo(sandbox);
  await care.startExport({ name: 'client', properties: ['id', 'email'] });
  const { text, unread, sample } = await generateTypes(care, { exports: { client: ['name'] } });
  expect(text).toMatchSnapshot();
  expect(unread).toEqual([]);
  expect(sample).toEqual({ clients: 11, professionals: 8, jobs: 1 });
});

test('the same installation gives the same text, with nothing of its users and no token', async () => {
  const sandbox = newSandbox();
  const [first, second] = [await connectTo(sandbox), await connectTo(sandbox)];
  const { text } = await generateTypes(first);
  expect((await generateTypes(second)).text).toBe(text);
  const people = sandbox.control
    .users('client')
    .flatMap(({ key, id, name, email }) => [key, id ?? key, name, email ?? key]);
  expect([...people, ...Object.values(sandbox.tokens)].filter((secret) => text.includes(secret))).toEqual([]);
});

test('the requests are those of the documentation', async () => {
  const sandbox = newSandbox();
  const care = await connectTo(sandbox);
  const before = sandbox.journal.length;
  await generateTypes(care, { clients: 2, professionals: 3 });
  const paths = sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/2/, '')}`);
  expect(paths.filter((path) => /^GET \/[cp]\/\w+$/.test(path) && !path.endsWith('/items'))).toHaveLength(5);
  expect(paths.filter((path) => path.endsWith('/groups'))).toHaveLength(3);
  expect(paths.filter((path) => path.endsWith('/diary/configuration'))).toHaveLength(2);
  expect(paths).toHaveLength(14);
});

test('only the diaries of named clients are read, if clients are named', async () => {
  const sandbox = newSandbox();
  const activity = { name: 'activity', version: 1, title: 'Activity', fields: [], icons: {} };
  sandbox.control.configureDiary('EHR-1042', [activity]);
  const care = await connectTo(sandbox);
  const { text, sample } = await generateTypes(care, { clientIds: ['EHR-1042'] });
  expect(sample.clients).toBe(1);
  expect(text).toContain('entry#activity:1');
  expect(text).not.toContain('entry#mood:2');
  expect(text).not.toContain('EHR-1042');
});

const hostile = [
  'a"b',
  "a'b",
  ['`$', '{0}`'].join(''),
  'a*/b',
  '// @ts-nocheck',
  'a\nb',
  'a\r\nimport "x";',
  'a\\',
  'a\u2028b\u2029c',
  'turned \u202e and \u200b hidden',
  'smile 😀',
  'tag \u{e0041}',
  'half \ud83d',
  '__proto__',
  'constructor',
  '1',
  '',
  'care-platform types 1',
];

test('names that are no identifiers, or that look like code, stay what they are', async () => {
  const sandbox = newSandbox();
  for (const text of hostile.filter((text) => text !== '')) sandbox.control.addLabel(text);
  const fields = hostile.map((name) => ({ name, title: name, type: 'text' as const }));
  const choice = { name: 'kind', title: 'Kind', type: 'choice' as const };
  const choices = hostile.map((value) => ({ icon: '', name: value, value }));
  const schema = { name: 'x', version: 1, title: 'X', icons: {}, fields: [...fields, { ...choice, choices }] };
  sandbox.control.configureDiary('EHR-1042', [schema]);
  const care = await connectTo(sandbox);
  const types = await generateTypes(care, { clientIds: ['EHR-1042'], exports: { 'a"*/': hostile } });
  const literals = literalsIn(types.text);
  // As a field of a new entry, one that is read, a choice in both, a property, and a label.
  const counts = hostile.map((name) => literals.filter((literal) => literal === name).length);
  expect(counts).toEqual(hostile.map((name) => (name === '' ? 5 : 6)));
  expect(types.text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
  expect(types.differences(types.text)).toEqual([]);
});

test('differences names what is new, gone or changed, and nothing if only the form of the file differs', async () => {
  const sandbox = newSandbox();
  const care = await connectTo(sandbox);
  const { text } = await generateTypes(care);
  const activity = { name: 'activity', version: 1, title: 'Activity', fields: [], icons: {} };
  sandbox.control.configureDiary('EHR-1042', [activity]);
  const [label] = await care.labels().toArray();
  await label?.delete();
  await care.createLabel('VIP');
  await care.startExport({ name: 'client', properties: ['id'] });
  const now = await generateTypes(care);
  expect(now.differences(text)).toEqual([
    'new: diary "https://care.example/ns/diary/schema/entry#activity:1"',
    'new: property "id" of the export "client"',
    'new: label "VIP"',
    `gone: label ${JSON.stringify(label?.data.label)}`,
  ]);
  const reformatted = now.text.replace(/^(?!\/\/ ).*$/gm, (line) => line.replaceAll('"', "'"));
  expect(now.differences(reformatted.replaceAll('\n', '\r\n'))).toEqual([]);
});

test.each(['', 'export {};', '// care-platform types 2\n'])(
  'differences refuses a file that is none: %j',
  async (file) => {
    const types = await generateTypes(await connectTo(newSandbox()), { clients: 0, professionals: 0 });
    expect(() => types.differences(file)).toThrow(TypeError);
  },
);

test('groups that are named like members of every object are read', async () => {
  const sandbox = newSandbox();
  const fetch: Sandbox['fetch'] = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    if (!String(input).endsWith('/groups')) return response;
    return Response.json({ ...(await response.json()), groups: ['constructor', 'nurses', 'therapists'] });
  };
  const { text } = await generateTypes(await connectTo({ ...sandbox, fetch }));
  expect(literalsIn(text)).toEqual(expect.arrayContaining(['constructor', 'nurses']));
  expect(literalsIn(text)).not.toContain('therapists');
});

test('what the user may not read is left out, and its return is a difference', async () => {
  const sandbox = newSandbox();
  const all = await generateTypes(await connectTo(sandbox));
  const { text, unread, differences } = await generateTypes(await connectTo(sandbox, sandbox.tokens.apiUserPlain));
  expect(unread).toEqual(['exports']);
  expect(text).not.toContain('readonly exports');
  expect(all.differences(text)).toEqual(['new: the exports could be read']);
  expect(differences(all.text)).toEqual(['gone: the exports could not be read']);
});

test('a part of which nothing was read is left out', async () => {
  const { text, unread } = await generateTypes(await connectTo(newSandbox()), { clients: 0, professionals: 0 });
  expect(unread).toEqual(['groups', 'diaries']);
  expect(text).not.toMatch(/readonly (?:groups|diaries)|import type/);
});

test('a wrong token is an error, and not a part that may not be read', async () => {
  const sandbox = newSandbox();
  const care = await connectTo(sandbox);
  sandbox.control.revokeToken(sandbox.tokens.apiUser);
  expect(await failureOf(generateTypes(care))).toMatchObject({ name: 'UnauthorizedError' });
});

test('a name and `merge: false` give an interface for a program with several installations', async () => {
  const { text } = await generateTypes(await connectTo(newSandbox()), { name: 'TestCare', merge: false });
  expect(text).toContain('export interface TestCare {');
  expect(text).not.toContain('declare module');
});

test.each<GenerateTypesOptions>([
  { clients: -1 },
  { clients: 1.5 },
  { professionals: Number.NaN },
  { name: 'Installation' },
  { name: 'OpenChoice' },
  { name: 'Record' },
  { name: 'class' },
  { name: 'string' },
  { name: 'a b' },
  { name: '' },
])('generateTypes refuses %j before it sends anything', async (options) => {
  const sandbox = newSandbox();
  const care = await connectTo(sandbox);
  const before = sandbox.journal.length;
  const failure = await failureOf<Error>(generateTypes(care, options));
  expect(failure).toMatchObject({ name: 'TypeError', message: expect.stringContaining(Object.keys(options)[0] ?? '') });
  expect(sandbox.journal.length).toBe(before);
});

const field = (name: string, type: string, more: object = {}) => ({ name, title: name, type, ...more });

/** The types of a platform with a client for each list of fields, all of the same `@id`. */
async function typesOf(...schemas: readonly object[][]): Promise<GeneratedTypes> {
  const clients = schemas.map((_, index) =>
    clientDocument(String(index), { '@links': linksTo({ 'diary.configuration': `/c/${index}/diary/configuration` }) }),
  );
  const care = await connected(({ pathname, searchParams }) => {
    const [, index] = /\/c\/(\d)\/diary/.exec(pathname) ?? [];
    if (index !== undefined) return { '@schemas': [{ '@id': mood, title: 'Mood', fields: schemas[Number(index)] }] };
    return pathname.endsWith('/c/items') ? batchOf(clients, searchParams) : listDocument([]);
  });
  const types = await generateTypes(care, { clients: schemas.length });
  care.close();
  return types;
}

test('fields that differ under one `@id` allow what either client has', async () => {
  const choice = (...values: string[]) => ({
    required: true,
    choices: values.map((value) => ({ name: value, value })),
  });
  const { text } = await typesOf(
    [field('a', 'text', { required: true }), field('b', 'text', { required: true }), field('c', 'integer')],
    [field('a', 'text'), field('c', 'text'), field('d', 'later', { required: true }), field('dt', 'text')],
    [field('a', 'text'), field('e', 'choice', choice('x', 'y'))],
  );
  expect(text.slice(text.indexOf('readonly diaries'), text.indexOf('declare'))).toMatchSnapshot();
});

test('differences names a field that is new, gone or changed', async () => {
  const { text } = await typesOf([field('a', 'text'), field('b', 'integer'), field('c', 'text')]);
  const now = await typesOf([field('a', 'text', { required: true }), field('b', 'integer'), field('d', 'text')]);
  expect(now.differences(text)).toEqual([
    `changed: field "a" of the diary "${mood}" (required text)`,
    `gone: field "c" of the diary "${mood}" (optional text)`,
    `new: field "d" of the diary "${mood}" (optional text)`,
  ]);
});
