import { Client, NotFoundError } from 'care-platform';
import { checkEqual, checkNames, checkThat, checkTime } from '../checks.js';
import { sectionRules, typeOf } from '../rule.js';
import { objectIn, readDocument, urlOf, wireLinkNames } from '../wire-document.js';

const clientLinks = [
  ...['activation', 'application', 'catalogue.selfhelp.items', 'diary', 'diary.configuration', 'diary.entries'],
  ...['diary.entries.items', 'diary.entries.schemas', 'planning', 'planning.ics', 'planning.items', 'relations'],
  ...['relations.items', 'tasks', 'tasks.items'],
];

/** Each shows that the token sees therapeutic information, which a secretary does not. */
const therapeuticLinks = ['conversations', 'diary', 'planning', 'tasks', 'tasks.items', 'tools'];

export const clientRules = [
  ...sectionRules('2.4-client-fields', [
    'CL-1',
    'a client is of the type client, and of its class',
    async (reading) => {
      const client = await reading.client();
      checkThat(client instanceof Client, 'The library reads a client as another class.');
      const { '@type': type } = await readDocument(reading, 'client', client.url);
      checkEqual(type, typeOf(reading, 'client'), '@type of a client');
    },
  ]),
  ...sectionRules('2.4-client-settings-and-links', [
    'CL-23',
    'a client with every feature offers the fifteen documented links',
    async (reading) => {
      const client = await reading.client();
      // These depend on no feature of the client.
      const seesTasks = therapeuticLinks.some((name) => client.links.has(name));
      const constantLinks = ['application', ...(seesTasks ? ['tasks', 'tasks.items'] : [])];
      checkNames(client.links.names(), constantLinks, 'links of a client');
      // A user without access to a feature is offered fewer, which is no broken rule: `get` says so.
      for (const name of clientLinks) checkEqual(client.links.get(name).name, name, 'the name of a link');
      checkNames(
        wireLinkNames(await readDocument(reading, 'client', client.url), 'client'),
        clientLinks,
        '@links of a client',
      );
    },
  ]),
  ...sectionRules('4.1-root-and-clients', [
    'EPU-14',
    'a client is read with its times and its links',
    async (reading) => {
      const { care } = reading;
      const client = await reading.client();
      const document = await readDocument(reading, 'client', client.url);
      const times = objectIn(document['@changes'], '@changes of a client');
      checkEqual(urlOf(document), client.url, '@url of a client');
      checkTime(times.creation_time, 'the time of creation of a client');
      checkTime(times.modification_time, 'the time of modification of a client');
      const read = [client.createdAt, client.modifiedAt].map((time) => time?.getTime());
      const written = [times.creation_time, times.modification_time].map((time) => Date.parse(`${time}Z`));
      checkEqual(read, written, 'the times of a client');
      checkEqual(client.links.names(), wireLinkNames(document, 'client'), 'names of the links of a client');
      const unknown = care.client({ url: `${care.url}/c/no-such-client` });
      const refusal = await unknown.then(
        () => undefined,
        (error: unknown) => error,
      );
      checkThat(refusal instanceof NotFoundError, 'A client that does not exist is no NotFoundError.');
    },
  ]),
];
