import { diaryStore } from '../diary/diary-store.js';
import { schemaKey } from '../diary/schema.js';
import { taskStore } from '../tasks/task-store.js';
import { ageOn } from '../users/response/show-user.js';
import type { Settings } from '../world/settings.js';
import { formatInstant } from '../world/time-text.js';
import { type Client, fullName } from '../world/user.js';
import type { World } from '../world/world.js';
import type { Cell } from './table.js';

// The documentation shows no properties, filters, parameters or combines. These are the fields of a client, and the
// data that belongs to one. `export-names.ts` decides which of them a user may request.

export interface Column {
  readonly name: string;
  /** Left out for data analysts. Which columns are personal is undocumented. */
  readonly personal: boolean;
  readonly enabled?: (settings: Settings) => boolean;
}

interface Property extends Column {
  read(client: Client, world: World): Cell;
}

/** The path of a picture in the archive of an export. */
export function pictureFile(client: Client): string | null {
  if (client.picture === null) return null;
  return `files/${client.key}/${client.picture.filename ?? client.picture.key}`;
}

export const clientProperties: readonly Property[] = [
  { name: 'first_name', personal: true, read: (client) => client.details.first_name },
  { name: 'infix', personal: true, read: (client) => client.details.infix },
  { name: 'last_name', personal: true, read: (client) => client.details.last_name },
  { name: 'active', personal: false, read: (client) => client.active },
  { name: 'external_source', personal: true, read: (client) => client.externalSource },
  { name: 'email', personal: true, read: (client) => client.details.email },
  { name: 'picture', personal: true, enabled: ({ fields }) => fields.client.picture, read: pictureFile },
  { name: 'labels', personal: false, enabled: ({ fields }) => fields.client.labels, read: (client) => client.labels },
  {
    name: 'age',
    personal: false,
    read: ({ details }, world) =>
      details.date_of_birth === null ? null : ageOn(world.clock.now(), details.date_of_birth),
  },
  { name: 'gender', personal: false, read: (client) => client.details.gender },
  {
    name: 'date_of_birth',
    personal: true,
    enabled: ({ fields }) => fields.client.date_of_birth,
    read: (client) => client.details.date_of_birth,
  },
  {
    name: 'phone_number',
    personal: true,
    enabled: ({ fields }) => fields.client.phone_number,
    read: (client) => client.details.phone_number,
  },
  { name: 'id', personal: true, enabled: ({ fields }) => fields.client.id, read: (client) => client.details.id },
  { name: 'bsn', personal: true, enabled: ({ fields }) => fields.client.bsn, read: (client) => client.details.bsn },
  { name: 'name', personal: true, read: fullName },
];

type Row = Readonly<Record<string, Cell>>;

/** Data that can be combined with a client, with its columns. */
export const combinableColumns: Readonly<Record<string, readonly Column[]>> = {
  relation: [
    { name: 'professional', personal: true },
    { name: 'predicate', personal: false },
  ],
  task: [
    { name: 'title', personal: true },
    { name: 'created', personal: false },
  ],
  diary: [
    { name: 'schema', personal: false },
    { name: 'dt', personal: false },
  ],
};

/** Decides which clients are exported. */
export const clientFilters: Readonly<Record<string, (client: Client, value: string) => boolean>> = {
  active: (client, value) => String(client.active) === value,
  gender: (client, value) => client.details.gender === value,
  label: (client, value) => client.labels.includes(value),
};

/** `labels` with the value `text` writes the texts of labels instead of their identifiers. */
export const exportParameters: Readonly<Record<string, true>> = { labels: true };

export function clientCell(client: Client, property: string, world: World): Cell {
  return clientProperties.find(({ name }) => name === property)?.read(client, world) ?? null;
}

/** The data of one kind that belongs to a client, as rows. */
export function rowsToCombine(client: Client, name: string, world: World): readonly Row[] {
  switch (name) {
    case 'relation':
      return world.relations
        .of(client)
        .map(({ professional, predicate }) => ({ professional: fullName(professional), predicate }));
    case 'task':
      return taskStore
        .of(world)
        .of(client)
        .map(({ title, created }) => ({ title, created: formatInstant(created) }));
    case 'diary':
      return diaryStore
        .of(world)
        .of(client)
        .all()
        .map(({ schema, dt }) => ({ schema: schemaKey(schema), dt: formatInstant(dt) }));
    default:
      return [];
  }
}
