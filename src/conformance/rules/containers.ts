import { Collection, Resource } from 'care-platform';
import { checkEqual, checkNames, checkPattern, checkThat } from '../checks.js';
import { sectionRules, typeOf } from '../rule.js';
import { normalUrl, readDocument, urlOf, wireLinkNames } from '../wire-document.js';

export const containerRules = [
  ...sectionRules('2.8-relation', [
    'REL-7',
    'the relations of a client are a container that links to its items',
    async (reading) => {
      const client = await reading.client();
      const container = await readDocument(reading, 'relations', client.links.get('relations').url);
      checkEqual(container['@type'], typeOf(reading, 'relations/client'), '@type of the relations');
      checkNames(wireLinkNames(container, 'relations'), ['items'], '@links of the relations');
      const read = await client.follow('relations');
      checkThat(read instanceof Resource, 'relations: expected a resource, found a list or a file.');
      checkEqual(read.type, container['@type'], 'type of the relations');
      const items = await read.follow('items');
      checkThat(items instanceof Collection, 'items of the relations: expected a list.');
      const [urls, listed] = [await items.toArray(), await client.relations().toArray()];
      checkEqual(
        urls.map(({ url }) => url),
        listed.map(({ url }) => url),
        'URLs of the relations',
      );
    },
  ]),
  ...sectionRules('2.12-task', [
    'TSK-7',
    'the container of tasks has a type of its own and leads to its items',
    async (reading) => {
      const client = await reading.client();
      const container = await client.follow('tasks');
      checkThat(container instanceof Resource, 'tasks: expected a resource, found a list or a file.');
      checkEqual(container.type, typeOf(reading, 'tasks'), 'type of the tasks');
      checkThat((await container.follow('items')) instanceof Collection, 'items of the tasks: expected a list.');
      checkEqual(
        normalUrl(container.links.get('items').url),
        normalUrl(client.links.get('tasks.items').url),
        'URL of the items of the tasks',
      );
      const wire = await readDocument(reading, 'tasks', container.url);
      checkEqual([wire['@type'], urlOf(wire)], [container.type, container.url], '@type and @url of the tasks');
    },
  ]),
  ...sectionRules('4.2-relations', [
    'EPR-1',
    'the relations of a client are a place with a link to its items',
    async (reading) => {
      const client = await reading.client();
      const { url } = client.links.get('relations');
      const place = await readDocument(reading, 'relations', url);
      checkEqual(urlOf(place), normalUrl(url), '@url of the relations');
      checkPattern(
        place['@type'],
        /\/relations\/client$/,
        'a type that ends in /relations/client',
        '@type of the relations',
      );
      checkNames(wireLinkNames(place, 'relations'), ['items'], '@links of the relations');
      const read = await client.follow('relations');
      checkThat(read instanceof Resource, 'relations: expected a resource, found a list or a file.');
      checkEqual([read.url, read.type], [normalUrl(url), place['@type']], 'URL and type of the relations');
    },
  ]),
];
