import { type Application, type Client, connect, type DiaryEntry, DiarySchema, type Professional } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { beforeAll, expect, test } from 'vitest';
import { wrappers } from './support/proxy-wrappers.js';

interface Subjects {
  readonly care: Application;
  readonly client: Client;
  readonly duplicate: Client;
  readonly professional: Professional;
  readonly schema: DiarySchema;
  readonly entry: DiaryEntry;
}

type Wrap = <Value extends object>(value: Value) => Value;

async function connectSandbox() {
  const sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  const entry = await client.diaryEntries().first();
  if (schema === undefined || entry === undefined) throw new Error('The sandbox has no diary.');
  const duplicate = await care.client({ id: 'EHR-1043' });
  const professional = await care.professional({ id: 'PRO-3' });
  return { sandbox, subjects: { care, client, duplicate, professional, schema, entry } };
}

const dt = new Date('2026-03-01T12:00:00Z');

/** Calls that take an instance or its parts, and what their results have that tells whether they worked. */
const calls: [string, (subjects: Subjects, wrap: Wrap) => unknown][] = [
  ['client of a client', async ({ care, client }, wrap) => (await care.client(wrap(client))).url],
  [
    'professional of a professional',
    async ({ care, professional }, wrap) => (await care.professional(wrap(professional))).url,
  ],
  [
    'addRelation',
    async ({ client, professional }, wrap) =>
      (await client.addRelation(wrap({ professional: wrap(professional), predicate: 'supervises' as const }))).data,
  ],
  [
    'syncRelations',
    async ({ client, professional }, wrap) =>
      (await client.syncRelations(wrap([{ professional: wrap(professional), predicate: 'supervises' as const }]))).added
        .length,
  ],
  ['update', async ({ client }, wrap) => (await client.update(wrap({ labels: wrap<string[]>([]) }))).data],
  [
    'addDiaryEntry',
    async ({ client, schema }, wrap) =>
      (await client.addDiaryEntry(wrap(schema), wrap({ dt, mood: 'good', tension: 5 }))).data,
  ],
  ['update of an entry', async ({ entry }, wrap) => (await entry.update(wrap({ note: 'Well.' }))).data],
  ['validate', ({ schema }, wrap) => schema.validate(wrap({ unknown: wrap({}) }))],
  [
    'chart',
    async ({ client, schema }, wrap) => {
      const entries = await client.diaryEntries().toArray();
      return schema.chart(wrap(entries.map((entry) => wrap(entry))), wrap({ zone: 'Europe/Amsterdam' }));
    },
  ],
  ['restore', async ({ care, client }, wrap) => (await care.restore<Client>(wrap(client.toPlain()))).data],
  ['restore of an entry', async ({ care, entry }, wrap) => (await care.restore(wrap(entry.toPlain()))).toPlain()],
  ['restore without a connection', ({ schema }, wrap) => DiarySchema.restore(wrap(schema.toPlain())).toPlain()],
  [
    'restore of a page',
    async ({ care }, wrap) => {
      for await (const page of care.clients().pages()) return (await care.restore(wrap(page.toPlain()))).total;
    },
  ],
  [
    'toPlain of a page',
    async ({ care }, wrap) => {
      for await (const page of care.clients().pages()) return wrap(page).toPlain();
    },
  ],
  ['mergeIn', ({ client, duplicate }, wrap) => client.mergeIn(wrap(duplicate))],
];

/** What each call resolves to and sends, on one sandbox. */
async function outcomesOf(wrap: Wrap): Promise<Record<string, unknown>> {
  const { sandbox, subjects } = await connectSandbox();
  const outcomes: Record<string, unknown> = {};
  for (const [name, call] of calls) {
    const before = sandbox.journal.length;
    const result: unknown = await call(subjects, wrap);
    const sent = sandbox.journal.slice(before).map(({ method, path, ignored }) => ({ method, path, ignored }));
    outcomes[name] = JSON.parse(JSON.stringify({ result, sent }));
  }
  return outcomes;
}

function isInstance(value: object): boolean {
  return ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
}

let expected: Record<string, unknown>;
beforeAll(async () => {
  expected = await outcomesOf((value) => value);
});

test.each(wrappers)('arguments behind %s work as they do by themselves', async (_, wrapped) => {
  // Own properties alone are input, so an object that inherits from plain input has none.
  const wrapsInput = Object.keys(wrapped({ own: 1 })).length > 0;
  const found = await outcomesOf((value) => (wrapsInput || isInstance(value) ? wrapped(value) : value));
  expect(found).toEqual(expected);
});
