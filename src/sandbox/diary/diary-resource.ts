import type { FieldTable } from '../fields/field-table.js';
import { instantText } from '../fields/value-type.js';
import { createdResponse, ok } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { collection } from '../http/collection.js';
import { batchFields, page } from '../http/paging.js';
import { patchResponse } from '../http/patch-response.js';
import { type Operation, type Route, route } from '../http/route.js';
import { clientWithDiary } from '../users/own-resource.js';
import type { Json } from '../world/json.js';
import type { Client } from '../world/user.js';
import type { DiaryEntry } from './diary.js';
import { diaryStore } from './diary-store.js';
import { readEntryChange, readNewEntry } from './entry-input.js';
import { entryUrl, schemaId, showEntry, showSchema } from './show-diary.js';

const diaryLinks = [
  ['configuration', 'c/:userId/diary/configuration'],
  ['entries', 'c/:userId/diary/entries'],
  ['entries.items', 'c/:userId/diary/entries/items'],
  ['entries.schemas', 'c/:userId/diary/entries/schemas'],
] as const;

const diaryOf = (call: Call, client: Client) => diaryStore.of(call.world).of(client);

/** EPD-1. */
const container: Operation<Client> = {
  answer: (call, client) =>
    ok({
      '@url': call.urls.to('c/:userId/diary', { userId: client.key }),
      '@type': call.type('diary'),
      '@links': diaryLinks.map(([name, path]) => ({ name, url: call.urls.to(path, { userId: client.key }) })),
    }),
};

/** EPD-2; NS-23: `entries.schemas` is not shown, so it answers the same. */
const configuration: Operation<Client> = {
  answer: (call, client) =>
    ok({ '@schemas': diaryOf(call, client).configuration.map((schema) => showSchema(call, schema)) }),
};

interface EntryQuery {
  start: number | null;
  limit: number | null;
  modified_after: Date | null;
}

const entryQuery: FieldTable<EntryQuery> = [...batchFields, { name: 'modified_after', type: instantText() }];

/** EPD-3, EPD-4. No `@paging` (TRAP-22). */
const items: Operation<Client> = {
  answer(call, client) {
    const { start = null, limit = null, modified_after: after } = call.readQuery(entryQuery);
    const all = diaryOf(call, client)
      .all()
      // The time a caller reads is cut to whole seconds, and so is what it is compared with.
      .filter((entry) => !after || Math.floor(entry.modified.getTime() / 1000) * 1000 > after.getTime());
    const { items: shown } = page(call.settings, all, { start, limit });
    const linked = call.settings.listItemLinks;
    // META-10: exactly the schemas used, also those that are in no configuration any more.
    const schemas = new Map<string, Json>();
    for (const { schema } of shown) schemas.set(schemaId(call, schema), showSchema(call, schema));
    return collection(
      shown.map((entry) => showEntry(call, client, entry, linked)),
      { '@schemas': [...schemas.values()] },
    );
  },
};

/** EPD-5 and EPD-13, the one create that is safe to repeat (TRAP-48). */
const write: Operation<Client> = {
  answer(call, client) {
    const diary = diaryOf(call, client);
    const { schema, dt, values } = readNewEntry(call, diary.configuration);
    const duplicate = diary.duplicateOf(schema, dt, values);
    const entry = duplicate ?? diaryStore.of(call.world).write(client, schema, dt, values);
    const answer = createdResponse(entryUrl(call, client, entry), showEntry(call, client, entry, true));
    return duplicate === undefined ? answer : { ...answer, status: 200 };
  },
};

interface OwnEntry {
  readonly client: Client;
  readonly entry: DiaryEntry;
}

/** EPD-6. */
const read: Operation<OwnEntry> = {
  answer: (call, { client, entry }) => ok(showEntry(call, client, entry, true)),
};

/** EPD-7. */
const modify: Operation<OwnEntry> = {
  answer(call, { client, entry }) {
    const sent = readEntryChange(call, entry.schema);
    if (Object.keys(sent).length > 0) diaryStore.of(call.world).rewrite(entry, sent);
    return patchResponse(call, () => showEntry(call, client, entry, true));
  },
};

export const diaryRoutes: readonly Route[] = [
  route({ path: 'c/:userId/diary', target: clientWithDiary, methods: { GET: container } }),
  route({ path: 'c/:userId/diary/configuration', target: clientWithDiary, methods: { GET: configuration } }),
  route({ path: 'c/:userId/diary/entries/schemas', target: clientWithDiary, methods: { GET: configuration } }),
  route({ path: 'c/:userId/diary/entries/items', target: clientWithDiary, methods: { GET: items } }),
  // GAP-25: only POST is stated, so GET is 405.
  route({ path: 'c/:userId/diary/entries', target: clientWithDiary, methods: { POST: write } }),
  route({
    path: 'c/:userId/diary/entries/:entryId',
    target(call) {
      const client = clientWithDiary(call);
      const entry = client && diaryOf(call, client).find(call.param('entryId'));
      return client && entry ? { client, entry } : undefined;
    },
    methods: { GET: read, PATCH: modify },
  }),
];
