import {
  type Collection,
  Label,
  type LabelData,
  Professional,
  Relation,
  type RelationData,
  type RequestOptions,
  type Resource,
} from 'care-platform';
import { checkEqual, checkThat } from '../checks.js';
import type { Reading } from '../reading.js';
import { sectionRules, typeOf } from '../rule.js';
import { objectIn, readDocument, urlsOf, type WireObject, wireItems, wireLinks } from '../wire-document.js';

/** Lists that come in one response. */
export const wholeListRules = [
  ...sectionRules('2.7-label', [
    'LAB-1',
    'a label is of the type label of the configuration, and of its class',
    async (reading) => {
      const { care } = reading;
      const url = care.links.get('configuration.labels.items').url;
      const items = wireItems(await readDocument(reading, 'labels', url), 'labels');
      const types = items.map(() => typeOf(reading, 'configuration/label'));
      checkEqual(
        items.map((item) => item['@type']),
        types,
        '@type of the labels',
      );
      const labels = await care.labels().toArray();
      checkEqual(
        labels.map((label) => label.url),
        urlsOf(items),
        'URLs of the labels',
      );
      checkThat(
        labels.every((label) => label instanceof Label),
        'The library reads a label as another class.',
      );
    },
  ]),
  ...sectionRules('4.1-professionals', [
    'EPU-22',
    'professionals are listed whole, in one response without paging',
    async (reading) => {
      const items = await readWholeList(reading, 'professionals', 'p/items');
      const listed = await listOnce('professionals', (options) => reading.care.professionals({}, options));
      checkEqual(
        listed.map(({ url }) => url),
        urlsOf(items),
        'URLs of the professionals',
      );
      const areOfClass = listed.every((professional) => professional instanceof Professional);
      checkThat(areOfClass, 'The library reads a professional as another class.');
    },
  ]),
  ...sectionRules('4.12-labels', [
    'EPL-1',
    'labels are listed whole, in one response without paging',
    async (reading) => {
      const { care } = reading;
      const items = await readWholeList(reading, 'labels', care.links.get('configuration.labels.items').url);
      const labels = await listOnce('labels', (options) => care.labels({}, options));
      checkThat(
        labels.every((label) => label instanceof Label),
        'The library reads a label as another class.',
      );
      checkEqual(
        labels.map(({ data }) => labelMembers(data)),
        items.map(labelMembers),
        'identifiers and texts of the labels',
      );
    },
  ]),
  ...sectionRules('4.2-relations', [
    'EPR-2',
    'relations are listed whole, in one response without paging',
    async (reading) => {
      const client = await reading.client();
      const items = await readWholeList(reading, 'relations of the client', client.links.get('relations.items').url);
      const listed = await listOnce('relations', (options) => client.relations(options));
      checkThat(
        listed.every((relation) => relation instanceof Relation),
        'The library reads a relation as another class.',
      );
      checkEqual(
        listed.map(({ data }) => relationMembers(data)),
        items.map(relationMembers),
        'fields of the relations',
      );
    },
  ]),
  ...sectionRules('4.8-tasks', [
    'EPK-3',
    'the paging of tasks counts them, and shows nothing else',
    async (reading) => {
      const client = await reading.client();
      const tasks = await readDocument(reading, 'tasks of the client', client.links.get('tasks.items').url);
      const found = wireItems(tasks, 'tasks').length;
      checkEqual(pagingOf(tasks, 'tasks'), { found, limit: null, start: null, total: null }, '@paging of tasks');
      const pages: [number, number | null][] = [];
      for await (const { items, total } of client.tasks().pages()) pages.push([items.length, total]);
      checkEqual(pages, [[found, null]], 'pages of tasks that the library reads');
    },
  ]),
];

async function readWholeList(reading: Reading, what: string, url: string): Promise<readonly WireObject[]> {
  const list = await readDocument(reading, what, url);
  wireLinks(list, what);
  const items = wireItems(list, what);
  // Only a later release has one here, and it may add no batches: a request without `limit` still gets all items.
  if (Object.hasOwn(list, '@paging')) {
    const { length: found } = items;
    const { total, ...paging } = pagingOf(list, what);
    checkEqual(paging, { found, limit: null, start: null }, `found, limit and start in @paging of ${what}`);
    checkEqual(total, total === null ? null : found, `total in @paging of ${what}`);
  }
  return items;
}

// A later release may add attributes, so only the documented ones are compared.

function labelMembers({ identifier, label }: WireObject | LabelData) {
  return { identifier, label };
}

function relationMembers({ professional, client, predicate }: WireObject | RelationData) {
  return { professional: referenceMembers(professional), client: referenceMembers(client), predicate };
}

function referenceMembers(user: unknown) {
  const { '@type': type, url, id } = objectIn(user, 'a user of a relation');
  return { '@type': type, url, id };
}

function pagingOf(list: WireObject, what: string) {
  const { found, limit, start, total } = objectIn(list['@paging'], `@paging of ${what}`);
  return { found, limit, start, total };
}

/** Reads a list, and checks that one response was enough. */
async function listOnce<Item extends Resource<unknown>>(
  what: string,
  list: (options: RequestOptions) => Collection<Item>,
): Promise<Item[]> {
  let responses = 0;
  const onResponse = () => {
    responses += 1;
  };
  const items = await list({ onResponse }).toArray();
  checkThat(responses === 1, `${what}: expected one response, found ${responses}.`);
  return items;
}
