import { Application } from 'care-platform';
import { checkEqual, checkNames, checkPattern, checkStatus, checkText, checkThat, checkTime } from '../checks.js';
import { sectionRules } from '../rule.js';
import {
  isAbsoluteUrl,
  objectIn,
  parseDocument,
  readDocument,
  urlOf,
  wireLinkNames,
  wireLinks,
} from '../wire-document.js';

const rootLinks = ['authenticate', 'catalogue.items', 'changes', 'configuration.labels', 'configuration.labels.items'];

export const applicationRules = [
  ...sectionRules('2.1-value-types', [
    'VAL-13',
    'URLs are absolute, and reach the caller as they came',
    async (reading) => {
      const client = await reading.client();
      const document = await readDocument(reading, 'client', client.url);
      const urls = wireLinks(document, 'client').map(({ url }) => url);
      for (const url of [document['@url'], ...urls]) {
        checkText(url, 'a URL of the client');
        checkThat(isAbsoluteUrl(url), 'A URL of the client is not absolute, or has a space.');
      }
      const read = client.links.names().map((name) => client.links.get(name).url);
      checkEqual(client.url, urlOf(document), 'the URL of the client');
      checkEqual(read, urls, 'the URLs of the links of the client');
    },
  ]),
  ...sectionRules('2.2-meta-attributes', [
    'META-2',
    'a resource carries its own URL, which leads back to it',
    async (reading) => {
      const { care } = reading;
      const client = await reading.client();
      for (const [what, resource] of Object.entries({ root: care, client })) {
        const document = await readDocument(reading, what, resource.url);
        checkEqual(urlOf(document), resource.url, `@url of ${what}`);
        const found = await care.open(resource.url);
        checkThat('url' in found, `${what}: expected a resource, found a list or a file.`);
        checkEqual(found.url, resource.url, `URL of ${what}`);
      }
    },
  ]),
  ...sectionRules(
    '2.3-application-root',
    [
      'ROOT-1',
      'the root is an application with URL, times and links, and the start of everything',
      async (reading) => {
        const { care } = reading;
        const root = await readDocument(reading, 'root', care.url);
        checkPattern(root['@type'], /.\/application$/, 'a type that ends in /application', '@type of the root');
        checkEqual(urlOf(root), care.url, '@url of the root');
        const times = objectIn(root['@changes'], '@changes of the root');
        checkTime(times.creation_time, 'the time of creation of the root');
        checkTime(times.modification_time, 'the time of modification of the root');
        checkThat(wireLinks(root, 'root').length > 0, '@links of the root: the list is empty.');
        checkThat(care instanceof Application, 'The library reads the root as another class.');
        checkEqual(care.type, root['@type'], 'type of the root');
        checkEqual(care.createdAt?.toISOString().slice(0, 19), times.creation_time, 'the time of creation of the root');
      },
    ],
    [
      'ROOT-2',
      'the root has the name of the application and the address for people',
      async (reading) => {
        const { care } = reading;
        const { name, web_url } = await readDocument(reading, 'root', care.url);
        checkText(name, 'name of the root');
        checkText(web_url, 'web_url of the root');
        checkEqual([care.data.name, care.data.web_url], [name, web_url], 'name and web_url of the root');
        checkThat(URL.canParse(care.data.web_url), 'web_url of the root is no URL.');
      },
    ],
    [
      'ROOT-5',
      'the root is the one thing that can be read without a token',
      async ({ care, get }) => {
        const response = await get('root without a token', care.url, { anonymous: true });
        checkStatus(response.status, 200, 'the root without a token');
        const { '@type': type } = parseDocument(response);
        checkPattern(type, /\/application$/, 'a type that ends in /application', '@type of the root');
      },
    ],
    [
      'ROOT-6',
      'the root links to signing in, catalogue, changes and labels',
      async (reading) => {
        const root = await readDocument(reading, 'root', reading.care.url);
        checkNames(wireLinkNames(root, 'root'), rootLinks, '@links of the root');
        checkNames(reading.care.links.names(), rootLinks, 'links of the root');
      },
    ],
  ),
];
