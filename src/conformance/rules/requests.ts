import { NotFoundError } from 'care-platform';
import { checkEqual, checkNames, checkPattern, checkStatus, checkText, checkThat, kindOfValue } from '../checks.js';
import { sectionRules, typeOf } from '../rule.js';
import { parseDocument, readDocument, urlOf, wireLinkNames, wireLinks, withParameters } from '../wire-document.js';

const jsonType = 'application/json;charset=utf-8';

export const requestRules = [
  ...sectionRules('0-conventions', [
    'CON-5',
    'the prefix is taken from the root, and holds for the types of what it leads to',
    async (reading) => {
      const { care, client } = reading;
      checkPattern(care.type, /application$/, 'the type application', '@type of the root');
      checkEqual((await client()).type, typeOf(reading, 'client'), '@type of a client, behind the prefix of the root');
    },
  ]),
  ...sectionRules(
    '1.1-query-and-charset',
    [
      'REQ-11',
      'pretty=1 spreads the same JSON over lines, which else is compact',
      async ({ care, get }) => {
        const compact = await get('root', care.url);
        // A newline at the end of a text is usual, and spreads nothing.
        checkThat(!compact.text.trimEnd().includes('\n'), 'The root has lines without pretty=1.');
        const pretty = await get('root with pretty=1', withParameters(care.url, { pretty: '1' }));
        checkThat(pretty.text.split('\n').length > 5, 'The root has no lines with pretty=1.');
        checkEqual(parseDocument(pretty), parseDocument(compact), 'the root with pretty=1, beside the root without it');
        checkEqual((await care.refresh({ extra: { query: { pretty: 1 } } })).data, care.data, 'the fields of the root');
      },
    ],
    [
      'REQ-14, REQ-17',
      'an unsupported charset gives UTF-8, which no store may keep',
      async ({ care, get }) => {
        const options = { headers: { 'accept-charset': 'no-such-charset' } };
        const { status, headers } = await get('root in an unknown charset', care.url, options);
        checkStatus(status, 200, 'the root in an unknown charset');
        checkType(headers, jsonType, 'the root in an unknown charset');
        const isKept = headers.get('cache-control') !== 'max-age=0, no-cache, no-store, must-revalidate';
        checkThat(!isKept, 'Cache-Control of the root: expected max-age=0, no-cache, no-store, must-revalidate.');
      },
    ],
  ),
  ...sectionRules('1.2-responses', [
    'RES-5',
    'the root and a refusal are announced as JSON in UTF-8',
    async ({ care, get }) => {
      checkType((await get('root', care.url)).headers, jsonType, 'the root');
      checkType((await get('an unknown endpoint', 'no-such-endpoint')).headers, jsonType, 'an unknown endpoint');
    },
  ]),
  ...sectionRules(
    '1.3-discovery',
    [
      'DIS-1',
      'a resource lists the endpoints around it, each with a name and a URL',
      async (reading) => {
        for (const [what, resource] of [['root', reading.care] as const, ['client', await reading.client()] as const]) {
          const links = wireLinks(await readDocument(reading, what, resource.url), what);
          checkThat(links.length > 0, `@links of ${what}: the list is empty.`);
          const names = links.map(({ name }) => name);
          checkEqual(resource.links.names(), names, `names of the links of ${what}`);
          for (const link of links) {
            checkThat(resource.links.has(link.name), `A link of ${what} is not found by its name.`);
            checkEqual(resource.links.find(link.name), link, `a link of ${what}`);
            checkEqual(resource.links.get(link.name), link, `a link of ${what}`);
          }
          checkEqual(resource.links.find('no such link'), undefined, `an unknown link of ${what}`);
        }
      },
    ],
    [
      'DIS-7',
      'the containers of a client name what they hold as documented',
      async (reading) => {
        const client = await reading.client();
        for (const [name, wanted] of [
          ['diary', ['configuration', 'entries', 'entries.items']],
          ['planning', ['ics', 'items']],
          ['tasks', ['items']],
          ['relations', ['items']],
        ] as const) {
          const container = await client.follow(name);
          const wire = await readDocument(reading, name, client.links.get(name).url);
          checkNames(wireLinkNames(wire, name), wanted, `@links of ${name}`);
          checkThat('links' in container, `${name}: expected a resource, found a list or a file.`);
          checkNames(container.links.names(), wanted, `links of ${name}`);
        }
      },
    ],
  ),
  ...sectionRules('1.4-auxiliary-urls', [
    'AUX-1',
    'the external id of a client leads to what its canonical URL leads to',
    async (reading) => {
      const [client, id] = [await reading.client(), await reading.clientId()];
      checkEqual(client.data.id, id, 'the external id of the client');
      const byId = await readDocument(reading, 'client by its id', `aux/client/id/${encodeURIComponent(id)}`);
      checkEqual(urlOf(byId), client.url, '@url of the client by its id');
      checkEqual(
        (await readDocument(reading, 'client', client.url)).id,
        id,
        'the external id of the client by its URL',
      );
    },
  ]),
  ...sectionRules('7.1-error-body', [
    'ERR-1',
    'an error is its status and a JSON body, of which nothing is taken for granted',
    async ({ care, get }) => {
      const response = await get('an unknown endpoint', 'no/such/endpoint');
      checkStatus(response.status, 404, 'an unknown endpoint');
      const { code, message } = parseDocument(response);
      checkThat(code === 404, `code of an error with 404: expected 404, found ${kindOfValue(code)}.`);
      checkText(message, 'message of an error');
      const refusal = await care.request({ url: 'no/such/endpoint' }).then(
        () => undefined,
        (error: unknown) => error,
      );
      checkThat(refusal instanceof NotFoundError, 'The library throws no NotFoundError for an unknown endpoint.');
      checkStatus(refusal.status, 404, 'NotFoundError');
      checkEqual(refusal.code, 404, 'code of the NotFoundError');
    },
  ]),
];

/** Headers are not shown either: a gateway may put into them what was sent. */
function checkType(headers: Headers, expected: string, what: string): void {
  const found = headers.get('content-type')?.toLowerCase();
  checkThat(
    found === expected,
    `Content-Type of ${what}: expected ${expected}, found ${found === undefined ? 'none' : 'another'}.`,
  );
}
