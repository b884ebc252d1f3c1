import { createSandbox, type DiarySchema, type Fault, type SandboxOptions } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

/** As JavaScript, which can change what TypeScript calls `readonly`. */
type Changeable<Value> = { -readonly [Name in keyof Value]: Changeable<Value[Name]> };
const changeable = <Value>(value: Value) => value as Changeable<Value>;

const firstSchema = ({ control }: ReturnType<typeof createSandbox>): Changeable<DiarySchema> => {
  const [schema] = control.diaryConfiguration('EHR-1042');
  if (schema === undefined) throw new Error('The first client has a schema.');
  return changeable(schema);
};

test('a diary configuration that the caller changes afterwards changes no sandbox', () => {
  const [sandbox, twin] = [createSandbox(), createSandbox()];
  const schema = firstSchema(sandbox);
  const { title } = schema;
  schema.title = 'Changed';
  schema.fields.length = 0;
  expect([firstSchema(sandbox).title, firstSchema(twin).title]).toEqual([title, title]);
  expect(firstSchema(twin).fields).not.toEqual([]);
});

test('a schema that the caller changes after `configureDiary` stays as it was given', () => {
  const sandbox = createSandbox();
  const schema = changeable<DiarySchema>({ name: 'own', version: 1, title: 'Own', fields: [], icons: {} });
  sandbox.control.configureDiary('EHR-1042', [schema]);
  schema.title = 'Changed';
  expect(firstSchema(sandbox).title).toBe('Own');
});

test('settings, people and a start that the caller changes afterwards do not change a reset, nor what is saved', () => {
  const options = {
    settings: { name: 'Given', rootLinks: { mine: 'c/items' } },
    people: [{ first_name: 'Jo', last_name: 'Eigen', id: 'B-1' }],
    clock: { start: new Date('2026-05-04T09:00:00Z'), frozen: true },
  } satisfies SandboxOptions;
  const sandbox = createSandbox(options);
  options.settings.name = 'Changed';
  Object.assign(options.settings.rootLinks, { later: 'p/items' });
  Object.assign(options.people[0] ?? {}, { id: 'B-2' });
  options.clock.start.setUTCFullYear(2027);
  const restored = createSandbox({ state: sandbox.save() });
  for (const { control, settings, clock } of [sandbox, restored]) {
    control.reset();
    expect([settings.name, settings.rootLinks]).toEqual(['Given', { mine: 'c/items' }]);
    expect(control.user('B-1').name).toBe('Jo Eigen');
    expect(clock.now()).toEqual(new Date('2026-05-04T09:00:00Z'));
  }
});

test('a fault that the caller changes afterwards, or in `pending`, acts as it was given', async () => {
  const sandbox = createSandbox({ limits: false });
  const fault = { kind: 'response', status: 500, body: { message: 'Given' }, times: 2 } satisfies Fault;
  sandbox.faults.add(fault);
  fault.body.message = 'Changed';
  fault.status = 503;
  const [pending] = sandbox.faults.pending;
  if (pending?.kind === 'response') Object.assign(pending.body as object, { message: 'Changed' });
  const { status, body } = await ask(sandbox, 'GET', '/');
  expect([status, body.message]).toEqual([500, 'Given']);
});

test('a picture whose bytes the caller changes afterwards is served as it was given', async () => {
  const sandbox = createSandbox();
  const bytes = new Uint8Array([1, 2, 3]);
  const picture = { bytes, contentType: 'image/png', filename: null };
  const { path } = sandbox.control.addClient({ picture });
  bytes.fill(0);
  const shown = (await ask(sandbox, 'GET', String(path))).body.picture as { readonly url: string };
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}` };
  const served = await (await sandbox.fetch(shown.url, { headers })).bytes();
  expect([...served]).toEqual([1, 2, 3]);
});
