import type { Call } from '../http/call/call.js';
import { showChanges, showFile } from '../users/response/show-user.js';
import type { Json } from '../world/json.js';
import { formatInstant } from '../world/time-text.js';
import type { Client } from '../world/user.js';
import { type DiaryEntry, isFile } from './diary.js';
import { diaryStore } from './diary-store.js';
import { type DiarySchema, schemaKey } from './schema.js';

export function schemaId(call: Call, schema: DiarySchema): string {
  return call.type(`diary/schema/entry#${schemaKey(schema)}`);
}

export function showSchema(call: Call, schema: DiarySchema): Json {
  const icons = diaryStore.of(call.world).library.icons(schema);
  return {
    '@id': schemaId(call, schema),
    title: schema.title,
    fields: schema.fields.map((field) => ({ ...field })),
    resources: [...icons].map(([name, { key }]) => ({ name, url: call.urls.to('files/:fileId', { fileId: key }) })),
    ...(schema.charts === undefined ? {} : { charts: schema.charts.map((chart) => ({ ...chart })) }),
  };
}

export function entryUrl(call: Call, client: Client, entry: DiaryEntry): string {
  return call.urls.to('c/:userId/diary/entries/:entryId', { userId: client.key, entryId: entry.key });
}

/** Fields of the schema are on the same level as the others. Single entries have links. */
export function showEntry(call: Call, client: Client, entry: DiaryEntry, linked: boolean): Json {
  const values = Object.entries(entry.values).map(([name, value]): [string, Json] => [
    name,
    isFile(value) ? showFile(call, value) : value,
  ]);
  return {
    '@url': entryUrl(call, client, entry),
    '@type': schemaId(call, entry.schema),
    '@changes': showChanges(entry.created, entry.modified),
    dt: formatInstant(entry.dt),
    ...Object.fromEntries(values),
    ...(linked ? { '@links': [] } : {}),
  };
}
