import {
  ApiErrorRecord,
  type Application,
  CarelinkErrorRecord,
  CatalogueItem,
  type Client,
  ClientAccessRecord,
  type Collection,
  Conversation,
  DiaryEntry,
  ExportJob,
  Hl7ErrorRecord,
  Label,
  PlannedEvent,
  Professional,
  Relation,
  Task,
} from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo, listDocument } from '../support/documents.js';
import { eachKind } from '../support/each-kind.js';
import { connected } from '../support/scripted-fetch.js';

const links = Object.fromEntries(
  [
    ...['tasks.items', 'planning.items', 'planning', 'conversations', 'catalogue.selfhelp.items'],
    ...['relations.items', 'diary.entries.items'],
  ].map((name) => [name, `/list/${name}`]),
);
const readClient = (care: Application) => care.client({ url: `${baseUrl}/c/1` });
const days = { after: '2026-03-01', before: '2026-03-08' };

type ReadList = (care: Application, client: Client) => Collection<unknown>;

const once = /^$/;
const inBatches = /^\?start=0&limit=\d+$/;

const lists: readonly [string, new (...args: never[]) => unknown, RegExp, ReadList][] = [
  ['professional', Professional, once, (care) => care.professionals()],
  ['label', Label, once, (care) => care.labels()],
  ['API error', ApiErrorRecord, once, (care) => care.apiErrors()],
  ['care integration error', CarelinkErrorRecord, once, (care) => care.carelinkErrors()],
  ['HL7 error', Hl7ErrorRecord, once, (care) => care.hl7Errors()],
  ['access record', ClientAccessRecord, once, (care) => care.clientAccessLog()],
  ['export job', ExportJob, inBatches, (care) => care.exports()],
  ['catalogue item', CatalogueItem, /limit=5/, (care) => care.catalogue({ limit: 5 })],
  ['task', Task, once, (_, client) => client.tasks()],
  ['relation', Relation, once, (_, client) => client.relations()],
  ['planned event', PlannedEvent, /^\?after=2026-03-01&before=2026-03-08$/, (_, client) => client.plannedEvents(days)],
  ['conversation', Conversation, inBatches, (_, client) => client.conversations()],
  ['catalogue item', CatalogueItem, /limit=5/, (_, client) => client.catalogue({ limit: 5 })],
  ['diary entry', DiaryEntry, /^\?start=0$/, (_, client) => client.diaryEntries()],
];

test.each(lists)('an item without a type has the class of its list: %s', async (kind, type, query, list) => {
  const [, document] = eachKind.find(([name]) => name === kind) ?? [];
  const { '@type': _, ...untyped } = document ?? {};
  const asked: string[] = [];
  const care = await connected(({ pathname, search }) => {
    asked.push(search);
    if (pathname.endsWith('/c/1')) return clientDocument('1', { '@links': linksTo(links) });
    return listDocument(/start=[1-9]/.test(search) ? [] : [untyped]);
  });
  const client = await readClient(care);
  asked.length = 0;
  const [item] = await list(care, client).toArray();
  expect(item).toBeInstanceOf(type);
  expect(asked[0]).toMatch(query);
  if (query === once) expect(asked).toHaveLength(1);
});
