import type { FieldTable } from '../fields/field-table.js';
import { instantText } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { batchFields, page } from '../http/call/paging.js';
import { creationResponse, ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { patchResponse } from '../http/response/patch-response.js';
import { type Operation, type Route, route } from '../http/routing/route.js';
import { clientWithDiary } from '../users/access/own-resource.js';
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

const diaryContainer: Operation<Client> = {
  respond: (call, client) =>
    ok({
      '@url': call.urls.to('c/:userId/diary', { userId: client.key }),
      '@type': call.type('diary'),
      '@links': diaryLinks.map(([name, path]) => ({ name, url: call.urls.to(path, { userId: client.key }) })),
    }),
};

/** The response of `entries.schemas` is undocumented, so it is the same. */
const configuration: Operation<Client> = {
  respond: (call, client) =>
    ok({ '@schemas': diaryOf(call, client).configuration.map((schema) => showSchema(call, schema)) }),
};

interface EntryQuery {
  start: number | null;
  limit: number | null;
  modified_after: Date | null;
}

const entryQuery: FieldTable<EntryQuery> = [...batchFields, { name: 'modified_after', type: instantText() }];

/** Without `@paging`, which the documentation does not show here. */
const entryItems: Operation<Client> = {
  respond(call, client) {
    const { start = null, limit = null, modified_after: after } = call.readQuery(entryQuery);
    const all = diaryOf(call, client)
      .all()
      // Callers often send whole seconds, so a later change within the same second counts as after it (undocumented).
      .filter((entry) => !after || entry.modified > after);
    const { items: shown } = page(call.settings, all, { start, limit });
    const linked = call.settings.listItemLinks;
    // All schemas that the entries use, also those that no configuration contains any more.
    const schemas = new Map<string, Json>();
    for (const { schema } of shown) schemas.set(schemaId(call, schema), showSchema(call, schema));
    return collection(
      shown.map((entry) => showEntry(call, client, entry, linked)),
      { '@schemas': [...schemas.values()] },
    );
  },
};

/** Repeating this create is safe: it returns the existing entry. */
const writeEntry: Operation<Client> = {
  respond(call, client) {
    const diary = diaryOf(call, client);
    const { schema, dt, values } = readNewEntry(call, diary.configuration);
    const duplicate = diary.duplicateOf(schema, dt, values);
    const entry = duplicate ?? diaryStore.of(call.world).write(client, schema, dt, values);
    const response = creationResponse(entryUrl(call, client, entry), showEntry(call, client, entry, true));
    return duplicate === undefined ? response : { ...response, status: 200 };
  },
};

interface OwnEntry {
  readonly client: Client;
  readonly entry: DiaryEntry;
}

const readEntry: Operation<OwnEntry> = {
  respond: (call, { client, entry }) => ok(showEntry(call, client, entry, true)),
};

const modifyEntry: Operation<OwnEntry> = {
  respond(call, { client, entry }) {
    const sent = readEntryChange(call, entry.schema);
    if (Object.keys(sent).length > 0) diaryStore.of(call.world).rewrite(entry, sent);
    return patchResponse(call, () => showEntry(call, client, entry, true));
  },
};

export const diaryRoutes: readonly Route[] = [
  route({ path: 'c/:userId/diary', target: clientWithDiary, methods: { GET: diaryContainer } }),
  route({ path: 'c/:userId/diary/configuration', target: clientWithDiary, methods: { GET: configuration } }),
  route({ path: 'c/:userId/diary/entries/schemas', target: clientWithDiary, methods: { GET: configuration } }),
  route({ path: 'c/:userId/diary/entries/items', target: clientWithDiary, methods: { GET: entryItems } }),
  // Undocumented: only POST is shown, so GET is 405.
  route({ path: 'c/:userId/diary/entries', target: clientWithDiary, methods: { POST: writeEntry } }),
  route({
    path: 'c/:userId/diary/entries/:entryId',
    target(call) {
      const client = clientWithDiary(call);
      const entry = client && diaryOf(call, client).find(call.param('entryId'));
      return client && entry ? { client, entry } : undefined;
    },
    methods: { GET: readEntry, PATCH: modifyEntry },
  }),
];
