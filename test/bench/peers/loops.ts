// What a program does around its requests, whichever package sends them.
import {
  caseload,
  feed,
  isOfCaseload,
  labelTexts,
  type Place,
  people,
  related,
  relations,
  remaining,
} from '../requests/jobs.ts';

export interface Item {
  readonly '@url': string;
  readonly '@type': string;
}
export interface List<Some> {
  readonly '@items': readonly (Item & Some)[];
}
export interface Reference {
  readonly url: string;
  readonly id: string | null;
}
export interface Relation {
  readonly professional: Reference;
  readonly predicate: string;
}
export type Client = Item & { readonly name: string; readonly phone_number: string | null };
export type Tasks = List<{ readonly title: string }>;
export type Conversations = List<{ readonly subject: string | null }>;
export type Diary = List<object> & {
  readonly '@schemas': readonly { readonly '@id': string; readonly title: string }[];
};
/** A client of the list, with any field. */
export type Stored = Item & { readonly id?: string | null } & Record<string, unknown>;

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function diaryTitles({ '@schemas': schemas, '@items': entries }: Diary): (string | undefined)[] {
  const titles = new Map(schemas.map((schema) => [schema['@id'], schema.title]));
  return entries.map((entry) => titles.get(entry['@type']));
}

/** The relations to add, and those to remove. */
export function relationDifferences(present: readonly (Item & Relation)[]) {
  const isSame = (wanted: (typeof relations)[number], { professional, predicate }: Relation) =>
    wanted.professional.id === professional.id && wanted.predicate === predicate;
  return {
    missing: relations.filter((wanted) => !present.some((relation) => isSame(wanted, relation))),
    excess: present.filter((relation) => !relations.some((wanted) => isSame(wanted, relation))),
  };
}

/** Updates each person, and creates those that are not there. `isMissing` recognises the failure of an update. */
export async function upsertPeople(
  update: (id: string, changes: object) => Promise<unknown>,
  create: (person: object) => Promise<unknown>,
  isMissing: (error: unknown) => boolean,
): Promise<number> {
  let created = 0;
  for (const person of people) {
    const { id, active: _, ...changes } = person;
    try {
      await update(id, changes);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await create(person);
      created++;
    }
  }
  return created;
}

/** All items of a list, a hundred at a time. */
export async function* itemsOf<Some>(
  read: (batch: { readonly start: number; readonly limit: number }) => Promise<List<Some>>,
): AsyncGenerator<Item & Some, void> {
  const limit = 100;
  for (let start = 0, found = limit; found === limit; start += limit) {
    const { '@items': items } = await read({ start, limit });
    found = items.length;
    yield* items;
  }
}

export async function taskTitles(
  users: AsyncIterable<Item>,
  read: (user: Item) => Promise<Tasks>,
): Promise<string[][]> {
  const titles: string[][] = [];
  for await (const user of users) {
    if (user['@type'].endsWith('/client')) titles.push((await read(user))['@items'].map((task) => task.title));
  }
  return titles;
}

/** Reads the list and compares, since a PATCH for each would be 10,000 requests. */
export async function syncCaseload(
  clients: AsyncIterable<Stored>,
  patch: (client: Stored, changes: object) => Promise<unknown>,
): Promise<number> {
  const stored = new Map<string, Stored>();
  for await (const client of clients) if (client.id != null) stored.set(client.id, client);
  let updated = 0;
  for (const { id, active: _, ...fields } of caseload) {
    const client = stored.get(id);
    if (client === undefined) continue;
    const changes = Object.entries(fields).filter(([name, value]) => client[name] !== value);
    if (changes.length === 0) continue;
    await patch(client, Object.fromEntries(changes));
    updated++;
  }
  return updated;
}

/** The subjects of each user with new conversations. A short page is no proof of the end, unless `shortPageEnds` says so. */
export async function conversationSubjects(
  readChanges: (query: { readonly type: string; readonly since: string }) => Promise<List<Reference>>,
  readPage: (url: string, batch: { readonly start: number; readonly limit: number }) => Promise<Conversations>,
  shortPageEnds: boolean,
): Promise<(string | null)[][]> {
  const subjects: (string | null)[][] = [];
  const limit = 100;
  const changes = await readChanges({ type: 'conversations', since: feed.start.toISOString().slice(0, 19) });
  for (const { url } of changes['@items']) {
    const found: (string | null)[] = [];
    for (let start = 0, count = limit; shortPageEnds ? count === limit : count > 0; start += count) {
      const { '@items': items } = await readPage(url, { start, limit });
      count = items.length;
      found.push(...items.map(({ subject }) => subject));
    }
    subjects.push(found);
  }
  return subjects;
}

export interface Label {
  readonly identifier: string;
  readonly label: string;
}

/** Compares labels and relations of each client. Returns the number of clients that are as they should be. */
export async function countUnchanged(
  clients: AsyncIterable<Stored>,
  { '@items': labels }: List<Label>,
  readRelations: (client: Stored) => Promise<List<Relation>>,
): Promise<number> {
  const stored = new Map<unknown, Stored>();
  for await (const client of clients) stored.set(client.id, client);
  const textOf = new Map(labels.map(({ identifier, label }) => [identifier, label]));
  let unchanged = 0;
  for (const { id, labelTexts: wanted, relations: wantedRelations } of related) {
    const client = stored.get(id);
    if (client === undefined) continue;
    const texts = (client.labels as string[]).map((identifier) => textOf.get(identifier));
    const present = (await readRelations(client))['@items'];
    const isRelated = wantedRelations.every(({ professional }) =>
      present.some((relation) => relation.professional.id === professional.id),
    );
    if (isRelated && present.length === wantedRelations.length && wanted.every((text) => texts.includes(text))) {
      unchanged++;
    }
  }
  return unchanged;
}

/** Deactivates active clients of the caseload that are not among those that remain. */
export async function deactivateLeft(
  clients: AsyncIterable<Stored>,
  deactivate: (client: Stored) => Promise<unknown>,
): Promise<number> {
  const ids = new Set<unknown>(remaining.map(({ id }) => id));
  let deactivated = 0;
  for await (const client of clients) {
    if (!client.active || ids.has(client.id) || !isOfCaseload({ email: `${client.email}` })) continue;
    await deactivate(client);
    deactivated++;
  }
  return deactivated;
}

/** The identifiers of labels with these texts. Missing labels are created. */
export async function labelIdentifiers(
  { '@items': labels }: List<Label>,
  create: (text: string) => Promise<Label>,
): Promise<string[]> {
  const identifiers: string[] = [];
  for (const text of labelTexts) {
    const found = labels.find(({ label }) => label === text) ?? (await create(text));
    identifiers.push(found.identifier);
  }
  return identifiers;
}

/** The number of tasks of each user with changes. */
export async function countChangedTasks(
  { hour }: Place,
  readChanges: (query: { readonly type: string; readonly since: string }) => Promise<List<Reference>>,
  readTasks: (url: string) => Promise<Tasks>,
): Promise<number[]> {
  const counts: number[] = [];
  for (let since = feed.start; !hour.aborted; await sleep(feed.interval)) {
    const requestedAt = new Date();
    const changes = await readChanges({ type: 'tasks', since: since.toISOString().slice(0, 19) });
    since = new Date(requestedAt.getTime() - feed.overlap);
    for (const { url } of changes['@items']) counts.push((await readTasks(url))['@items'].length);
  }
  return counts;
}

/** The number of items of each list that changed. */
export async function countChangedItems(
  changes: List<Reference>,
  read: (url: string) => Promise<List<object>>,
): Promise<number[]> {
  const counts: number[] = [];
  for (const { url } of changes['@items']) counts.push((await read(url))['@items'].length);
  return counts;
}

/** The query for the changes of tasks since the last run. */
export const changesSince = {
  type: 'tasks',
  since: new Date(feed.start.getTime() - feed.overlap).toISOString().slice(0, 19),
};
