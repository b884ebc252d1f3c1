import { readdirSync, readFileSync } from 'node:fs';
import { type CareError, connect, type Problem } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { wrongFields } from './hypermedia/wrong-input.js';
import { wrongArguments } from './resources/wrong-arguments.js';
import { baseUrl, clientDocument, labelDocument } from './support/documents.js';
import { newClient } from './support/people.js';
import { json, refusal, scriptedPlatform } from './support/platform.js';

const platform = scriptedPlatform();

/** The codes of the guide. */
const documented = new Set(
  [...readFileSync('docs/guides/errors.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, code = '']) => code),
);

async function problemsOf(call: () => unknown): Promise<readonly Problem[]> {
  try {
    await call();
  } catch (failure) {
    return (failure as CareError & { problems: readonly Problem[] }).problems;
  }
  throw new Error('It was accepted.');
}

/** The codes in the sources, without those of the sandbox: fields of a problem, and arguments of its makers. */
function codesInSources(): string[] {
  const codes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'code' && isText(node.initializer)) {
      codes.push(node.initializer.text);
    }
    if (ts.isCallExpression(node) && /^(InputError\.of|optionCheck|refine)$/.test(node.expression.getText())) {
      const code = node.arguments[node.expression.getText() === 'InputError.of' ? 3 : 2];
      if (code !== undefined && isText(code)) codes.push(code.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.startsWith('sandbox')) continue;
    visit(ts.createSourceFile(path, readFileSync(`src/${path}`, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return codes;
}

const isText = (node: ts.Node): node is ts.StringLiteral => ts.isStringLiteral(node);
/** Of zod's issues. */
const issueCodes = ['custom', 'unrecognized_keys', 'invalid_type', 'invalid_value'];

describe('the codes of the guide', () => {
  test('are those of the type `ProblemCode`', () => {
    const [, type = ''] = /type ProblemCode =([\s\S]*?);/.exec(readFileSync('src/errors/problems.ts', 'utf8')) ?? [];
    expect([...type.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code).sort()).toEqual([...documented].sort());
  });

  test('contain each code that the sources give', () => {
    const given = new Set(codesInSources());
    for (const code of issueCodes) given.delete(code);
    expect(given.size).toBeGreaterThan(8);
    expect([...given].filter((code) => !documented.has(code))).toEqual([]);
  });
});

describe('each problem has a code of the guide', () => {
  const expectCodes = (problems: readonly Problem[]) => {
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter(({ code }) => !documented.has(code))).toEqual([]);
  };

  test.each(wrongFields(platform))('for %s', async (_, __, call) => {
    const care = await platform.connect();
    expectCodes(await problemsOf(() => call(care)));
  });

  test.each(wrongArguments)('for %s', async (_, __, call) => {
    const sandbox = createSandbox({ limits: false });
    using care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    const client = await care.client({ id: 'EHR-1042' });
    expectCodes(await problemsOf(() => call({ care, client })));
  });

  test('for a document that is not as documented', async () => {
    const care = await platform.connect();
    const documents = [
      clientDocument('1', { first_name: 5 }),
      clientDocument('1', { age: 2 ** 60 }),
      labelDocument('1'),
    ];
    const [first, ...others] = documents.map((document) => json(document));
    platform.on('GET', '/c/1', first ?? json(null), ...others);
    platform.on('GET', '/c/items', json({ '@items': 5 }));
    const read = () => care.client({ url: `${baseUrl}/c/1` });
    expect(await problemsOf(read)).toMatchObject([{ name: 'first_name', code: 'undocumented' }]);
    expect(await problemsOf(read)).toMatchObject([{ name: 'age', code: 'out-of-range' }]);
    expect(await problemsOf(read)).toMatchObject([{ name: '@type', code: 'undocumented' }]);
    expect(await problemsOf(() => care.clients().toArray())).toMatchObject([{ name: '@items', code: 'undocumented' }]);
  });

  test('if there are more problems than an error keeps', async () => {
    const care = await platform.connect();
    const extra = Array.from({ length: 150 }, (_, index) => ({ name: `field ${index}`, message: 'Unknown value.' }));
    platform.on('GET', '/x', refusal(400, 'No.', extra));
    const problems = await problemsOf(() => care.request({ url: 'x' }));
    expectCodes(problems);
    expect(problems.slice(98)).toMatchObject([{ code: 'unknown-value' }, { name: '(more)', code: 'more' }]);
  });
});

describe('a text of the platform', () => {
  test.each([
    ['Required input is missing.', 'required'],
    ['Not a valid email address.', 'invalid-format'],
    ['Email address cannot contain uppercase characters.', 'invalid-format'],
    ['Must be transferred as string.', 'wrong-type'],
    ['Unknown value.', 'unknown-value'],
    ['Unknown property', 'unknown-field'],
    ['Unknown combine', 'unknown-field'],
    ['Email address is already in use.', 'taken'],
    ['Is too long.', 'out-of-range'],
    ['Cannot be changed.', 'read-only'],
    ['Nope.', 'invalid'],
    ['', 'invalid'],
  ])('has a code: `%s` has %s', async (message, code) => {
    const care = await platform.connect();
    for (const status of [400, 409]) {
      platform.on('POST', '/x', refusal(status, 'Invalid JSON input', [{ name: 'field', message }]));
      const problems = await problemsOf(() => care.request({ method: 'POST', url: 'x', body: { field: 1 } }));
      expect(problems).toEqual([{ name: 'field', message, code }]);
    }
  });

  test('has its code even if a quoted value of the request is hidden in it', async () => {
    const care = await platform.connect();
    const extra = [{ name: 'email', message: 'fenna@example.org is already in use.' }];
    platform.on('POST', '/c', refusal(400, 'Invalid JSON input', extra));
    const [problem] = await problemsOf(() => care.createClient({ ...newClient, email: 'fenna@example.org' }));
    expect(problem).toMatchObject({ name: 'email', code: 'taken' });
    expect(problem?.message).not.toContain('fenna');
  });
});

test('the refusals of the sandbox have the codes of what is wrong', async () => {
  const sandbox = createSandbox({ limits: false });
  using care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const codes = async (call: () => unknown) => (await problemsOf(call)).map(({ name, code }) => `${name} ${code}`);
  const send = (url: string, body: object) => () => care.request({ method: 'POST', url, body: { ...body } });

  await care.createClient({ ...newClient, email: 'twice@example.org', id: 'first' });
  const again = { ...newClient, email: 'twice@example.org', id: 'second' };
  expect(await codes(() => care.createClient(again))).toEqual(['email taken']);
  const wrong = { '@type': `${care.type.replace('application', 'client')}`, first_name: 5, gender: 'x', active: false };
  const expected = ['first_name wrong-type', 'last_name required', 'gender unknown-value'];
  expect(await codes(send('c', wrong))).toEqual(expect.arrayContaining(expected));
  expect(await codes(send('export', { name: 'client', properties: ['x'] }))).toEqual(['x unknown-field']);
  const client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  const entry = { '@type': schema?.['@id'], dt: '2026-01-01T10:00:00' };
  const required = (schema?.fields ?? []).filter((field) => field.required).map(({ name }) => `${name} required`);
  expect(required.length).toBeGreaterThan(0);
  expect(await codes(send(client.links.get('diary.entries').url, entry))).toEqual(required);
});
