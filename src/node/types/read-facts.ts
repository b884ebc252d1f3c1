import type { Application, Client, DiaryField, DiarySchema, KnownGroup, Professional } from 'care-platform';
import { type Facts, type FieldFact, sortTexts } from './facts.js';

/** How much is read. */
export interface Sample {
  readonly clients: number;
  readonly clientIds: readonly string[];
  readonly professionals: number;
  readonly exports: Readonly<Record<string, readonly string[]>>;
  readonly signal: AbortSignal | undefined;
}

/** How many resources the facts come from. */
export interface SampleSize {
  /** Clients whose diary could be read. */
  readonly clients: number;
  /** Professionals whose groups could be read. */
  readonly professionals: number;
  /** Export jobs. */
  readonly jobs: number;
}

type Request = { readonly signal?: AbortSignal };

export async function readFacts(
  care: Application,
  sample: Sample,
): Promise<{ readonly facts: Facts; readonly size: SampleSize }> {
  const request = sample.signal === undefined ? {} : { signal: sample.signal };
  // A client that was named must be there: its failure is not one of the part.
  const named = await Promise.all(sample.clientIds.map((id) => care.client({ id }, request)));
  const [labels, groups, diaries, exports] = await Promise.all([
    ifAllowed(readLabels(care, request)),
    ifAllowed(readGroups(care, sample, request)),
    ifAllowed(readDiaries(care, named, sample, request)),
    ifAllowed(readExports(care, sample, request)),
  ]);
  return {
    facts: { labels, groups: groups?.names, diaries: diaries?.schemas, exports: exports?.properties },
    size: { clients: diaries?.count ?? 0, professionals: groups?.count ?? 0, jobs: exports?.count ?? 0 },
  };
}

/** By name, since this entry loads none of the library: the classes of errors are there. */
const notOffered = new Set(['ForbiddenError', 'LinkNotFoundError', 'NotFoundError']);

/** `undefined` if the platform does not offer it to this user. */
async function ifAllowed<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (failure) {
    if (failure instanceof Error && notOffered.has(failure.name)) return undefined;
    throw failure;
  }
}

async function readLabels(care: Application, request: Request): Promise<Set<string>> {
  const labels = await care.labels({}, request).toArray();
  return new Set(labels.map(({ data }) => data.label));
}

const documentedGroups = {
  'application-managers': true,
  secretaries: true,
  therapists: true,
  supervisors: true,
  'counter-operators': true,
} satisfies Record<KnownGroup, true>;

/** The platform lists no groups, so those of some professionals are read. */
async function readGroups(care: Application, { professionals }: Sample, request: Request) {
  const read = async (professional: Professional) => (await professional.groups(request)).data.groups;
  const some = professionals === 0 ? [] : await takeFirst(care.professionals({}, request), professionals);
  const found = await readEach(some, read);
  if (found.length === 0) return undefined;
  return { names: new Set(found.flat().filter((name) => !Object.hasOwn(documentedGroups, name))), count: found.length };
}

/** The platform lists no schemas, so those of some clients are read. */
async function readDiaries(care: Application, named: readonly Client[], { clients }: Sample, request: Request) {
  const listed =
    clients === 0 ? [] : await takeFirst(care.clients({ limit: Math.min(clients, 100) }, request), clients);
  // Friends of the list have a diary too, but this package offers none.
  const withDiary = [...named, ...listed].filter((user): user is Client => 'diarySchemas' in user);
  const found = await readEach(withDiary, (client) => client.diarySchemas(request));
  if (found.length === 0) return undefined;
  const schemas = new Map<string, Map<string, FieldFact>>();
  for (const schema of found.flat()) schemas.set(schema['@id'], merge(schemas.get(schema['@id']), fieldsOf(schema)));
  return { schemas, count: found.length };
}

/** The platform lists no properties, so those that earlier jobs have named are read. */
async function readExports(care: Application, { exports }: Sample, request: Request) {
  const properties = new Map<string, Set<string>>();
  const add = (name: string, names: readonly string[]) => {
    if (names.length > 0) properties.set(name, new Set([...(properties.get(name) ?? []), ...names]));
  };
  for (const [name, names] of Object.entries(exports)) add(name, names);
  let count = 0;
  for await (const { data } of care.exports({ limit: 100 }, request)) {
    count++;
    add(data.options.name, data.options.properties ?? []);
  }
  return { properties, count };
}

async function takeFirst<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

/** The throttle of the connection limits how many are read at a time. */
async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Awaited<Result>[]> {
  const found = await Promise.all(items.map((item) => ifAllowed(read(item))));
  return found.filter((result) => result !== undefined) as Awaited<Result>[];
}

function fieldsOf({ fields }: DiarySchema): Map<string, FieldFact> {
  // Neither name can be written as a field, and one is the time of the entry.
  return new Map(fields.filter(({ name }) => !/^(?:dt$|@)/.test(name)).map((field) => [field.name, factOf(field)]));
}

const fieldTypes: readonly string[] = ['text', 'integer', 'choice', 'image'] satisfies FieldFact['type'][];

function isFieldType(type: string): type is FieldFact['type'] {
  return fieldTypes.includes(type);
}

function factOf({ type, required, choices }: DiaryField): FieldFact {
  const values = (Array.isArray(choices) ? choices : []).map(({ value }) => value);
  return {
    type: isFieldType(type) ? type : 'other',
    required: required === true,
    choices: type === 'choice' ? sortTexts(new Set(values.filter((value) => typeof value === 'string'))) : [],
  };
}

/** Two clients can have different fields under the same `@id`. Then the types allow both. */
function merge(one: Map<string, FieldFact> | undefined, other: Map<string, FieldFact>): Map<string, FieldFact> {
  if (one === undefined) return other;
  return new Map([...one.keys(), ...other.keys()].map((name) => [name, mergeField(one.get(name), other.get(name))]));
}

function mergeField(one: FieldFact | undefined, other: FieldFact | undefined): FieldFact {
  const { type, choices } = one ?? (other as FieldFact);
  const isSame = other === undefined || (type === other.type && choices.length > 0 === other.choices.length > 0);
  return {
    type: isSame ? type : 'other',
    required: one?.required === true && other?.required === true,
    choices: isSame ? sortTexts(new Set([...choices, ...(other?.choices ?? [])])) : [],
  };
}
