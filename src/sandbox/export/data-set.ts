import { diaryStore } from '../diary/diary-store.js';
import { schemaKey } from '../diary/schema.js';
import type { Settings } from '../settings.js';
import { taskStore } from '../tasks/task-store.js';
import { ageOn } from '../users/show-user.js';
import { type Client, fullName } from '../users/user.js';
import { formatInstant } from '../world/time-text.js';
import type { World } from '../world/world.js';
import type { Cell } from './table.js';

// NS-6: the document shows no properties, filters, parameters or combines. These are ours: the fields of a client, and
// what belongs to one.

interface Property<Source> {
  readonly name: string;
  /** AUT-17: left out of what a data analyst gets. Which ones is ours. */
  readonly personal: boolean;
  readonly enabled?: (settings: Settings) => boolean;
  read(source: Source, world: World): Cell;
}

/** Where a file of the export is in its archive. */
export function pictureFile(client: Client): string | null {
  if (client.picture === null) return null;
  return `files/${client.key}/${client.picture.filename ?? client.picture.key}`;
}

const client: readonly Property<Client>[] = [
  { name: 'first_name', personal: true, read: (one) => one.details.first_name },
  { name: 'infix', personal: true, read: (one) => one.details.infix },
  { name: 'last_name', personal: true, read: (one) => one.details.last_name },
  { name: 'active', personal: false, read: (one) => one.active },
  { name: 'external_source', personal: true, read: (one) => one.externalSource },
  { name: 'email', personal: true, read: (one) => one.details.email },
  { name: 'picture', personal: true, enabled: ({ fields }) => fields.client.picture, read: pictureFile },
  { name: 'labels', personal: false, enabled: ({ fields }) => fields.client.labels, read: (one) => one.labels },
  {
    name: 'age',
    personal: false,
    read: ({ details }, world) =>
      details.date_of_birth === null ? null : ageOn(world.clock.now(), details.date_of_birth),
  },
  { name: 'gender', personal: false, read: (one) => one.details.gender },
  {
    name: 'date_of_birth',
    personal: true,
    enabled: ({ fields }) => fields.client.date_of_birth,
    read: (one) => one.details.date_of_birth,
  },
  {
    name: 'phone_number',
    personal: true,
    enabled: ({ fields }) => fields.client.phone_number,
    read: (one) => one.details.phone_number,
  },
  { name: 'id', personal: true, enabled: ({ fields }) => fields.client.id, read: (one) => one.details.id },
  { name: 'bsn', personal: true, enabled: ({ fields }) => fields.client.bsn, read: (one) => one.details.bsn },
  { name: 'name', personal: true, read: fullName },
];

type Row = Readonly<Record<string, Cell>>;
type Part = Property<Row>;

const read = (name: string, personal: boolean): Part => ({ name, personal, read: (row) => row[name] ?? null });

const parts = {
  relation: [read('professional', true), read('predicate', false)],
  task: [read('title', true), read('created', false)],
  diary: [read('schema', false), read('dt', false)],
} satisfies Record<string, readonly Part[]>;

export type CombineName = keyof typeof parts;

export const COMBINES: readonly CombineName[] = ['relation', 'task', 'diary'];

/** Which clients to leave in. */
export const FILTERS: Readonly<Record<string, (client: Client, value: string) => boolean>> = {
  active: (one, value) => String(one.active) === value,
  gender: (one, value) => one.details.gender === value,
  label: (one, value) => one.labels.includes(value),
};

/** `labels` with the value `text` writes the texts of labels instead of their identifiers. */
export const PARAMETERS: Readonly<Record<string, true>> = { labels: true };

/** The names that may be asked for, and what `properties: null` gives (EXP-15). */
export function propertiesOf(name: 'client' | CombineName, personal: boolean, world: World): string[] {
  const all: readonly Pick<Property<never>, 'name' | 'personal' | 'enabled'>[] =
    name === 'client' ? client : parts[name];
  return all
    .filter((one) => (personal || !one.personal) && one.enabled?.(world.settings) !== false)
    .map((one) => one.name);
}

export function clientCell(one: Client, property: string, world: World): Cell {
  return client.find(({ name }) => name === property)?.read(one, world) ?? null;
}

/** What belongs to a client, one row each. */
export function combinedRows(one: Client, name: CombineName, world: World): readonly Row[] {
  switch (name) {
    case 'relation':
      return world.relations
        .of(one)
        .map(({ professional, predicate }) => ({ professional: fullName(professional), predicate }));
    case 'task':
      return taskStore
        .of(world)
        .of(one)
        .map(({ title, created }) => ({ title, created: formatInstant(created) }));
    case 'diary':
      return diaryStore
        .of(world)
        .of(one)
        .all()
        .map(({ schema, dt }) => ({ schema: schemaKey(schema), dt: formatInstant(dt) }));
  }
}
