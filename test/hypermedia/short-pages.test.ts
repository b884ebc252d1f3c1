import { Client, type Collection, type ConnectOptions, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { baseUrl, batchOf, clientDocument, type Document, listDocument, namespace } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const conversations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    '@type': `${namespace}/conversation/api`,
    '@url': `${baseUrl}/conversations/${index}`,
    subject: `About ${index}`,
    last_activity: '2026-03-01T12:00:00',
    unread: 1,
    has_call: false,
    has_ongoing_call: false,
    has_missed_call: false,
    url: `https://care.example/conversations/${index}`,
    participants: [],
  }));

/** A client, and the queries for its conversations. */
async function listing(respond: (query: URLSearchParams) => Document, options: Partial<ConnectOptions> = {}) {
  const queries: string[] = [];
  const care = await connected(({ pathname, search, searchParams }) => {
    if (pathname.endsWith('/c/1')) return clientDocument('1');
    queries.push(search);
    return respond(searchParams);
  }, options);
  return { client: (await care.client({ url: `${baseUrl}/c/1` })) as Client, queries };
}

const inBatches = (count: number, total: number | null = null, options: Partial<ConnectOptions> = {}) =>
  listing((query) => batchOf(conversations(count), query, { total }), options);

describe('a short page of a list without a total', () => {
  test('is no proof of the end, since the platform may cap or hide', async () => {
    const { client, queries } = await inBatches(3);
    expect(await client.conversations().toArray()).toHaveLength(3);
    expect(queries).toEqual(['?start=0&limit=100', '?start=2&limit=100']);
  });

  test.each<[string, (client: Client) => Collection<unknown>]>([
    ['the filters of a list', (client) => client.conversations({ limit: 5, shortPageEnds: true })],
    ['the options of its requests', (client) => client.conversations({ limit: 5 }, { shortPageEnds: true } as object)],
  ])('ends it with `shortPageEnds` in %s', async (_, open) => {
    const { client, queries } = await inBatches(3);
    expect(await open(client).toArray()).toHaveLength(3);
    expect(queries).toEqual(['?start=0&limit=5']);
  });

  test('ends it with `shortPageEnds` of the connection, unless the list says otherwise', async () => {
    const { client, queries } = await inBatches(3, null, { shortPageEnds: true });
    await client.conversations({ limit: 5 }).toArray();
    expect(queries).toEqual(['?start=0&limit=5']);
    await client.conversations({ limit: 5, shortPageEnds: false }).toArray();
    expect(queries).toHaveLength(3);
  });

  test('ends it with `shortPageEnds` of the connection for other users too', async () => {
    const sandbox = createSandbox({ limits: false, settings: { totals: 'null' } });
    const care = await connectTo(sandbox, { shortPageEnds: true });
    const other = care.as(sandbox.tokens.apiUserPlain);
    await other.clients().toArray();
    const lists = sandbox.journal.filter(({ path }) => path === '/c/items');
    expect(lists).toHaveLength(1);
  });

  test('ends it after full pages, and those that moved up are still looked for', async () => {
    const { client, queries } = await inBatches(8, null, { shortPageEnds: true });
    expect(await client.conversations({ limit: 5 }).toArray()).toHaveLength(8);
    expect(queries).toEqual(['?start=0&limit=5', '?start=4&limit=5', '?start=0&limit=5']);
  });

  test('does not end it if the page is full', async () => {
    const { client, queries } = await inBatches(5, null, { shortPageEnds: true });
    expect(await client.conversations({ limit: 5 }).toArray()).toHaveLength(5);
    expect(queries).toEqual(['?start=0&limit=5', '?start=4&limit=5']);
  });

  test('does not end it if the platform reports a total that is larger', async () => {
    const { client } = await listing(
      (query) => {
        const start = Number(query.get('start'));
        return listDocument(conversations(9).slice(start, start + 3), { total: 9 });
      },
      { shortPageEnds: true },
    );
    expect(await client.conversations({ limit: 5 }).toArray()).toHaveLength(9);
  });

  test('does not end it if the platform reports a smaller limit, which the page fills', async () => {
    const { client } = await listing(
      (query) => {
        const start = Number(query.get('start'));
        return listDocument(conversations(8).slice(start, start + 3), { limit: 3, total: null });
      },
      { shortPageEnds: true },
    );
    expect(await client.conversations({ limit: 5 }).toArray()).toHaveLength(8);
  });
});

test('a search takes one request with `shortPageEnds`, and two without, if the platform reports no total', async () => {
  const sandbox = createSandbox({ limits: false, settings: { totals: 'null' } });
  const care = await connectTo(sandbox);
  const requestsFor = async (shortPageEnds: boolean) => {
    const before = sandbox.journal.length;
    expect(await care.searchClients({ active: true, shortPageEnds }).toArray()).toHaveLength(13);
    return sandbox.journal.length - before;
  };
  expect([await requestsFor(true), await requestsFor(false)]).toEqual([1, 2]);
});

test('the catalogue takes one request with `shortPageEnds`, and two without', async () => {
  const sandbox = createSandbox({ limits: false });
  const care = await connectTo(sandbox);
  const requestsFor = async (shortPageEnds: boolean) => {
    const before = sandbox.journal.length;
    expect(await care.catalogue({ limit: 50, shortPageEnds }).toArray()).toHaveLength(40);
    return sandbox.journal.length - before;
  };
  expect([await requestsFor(true), await requestsFor(false)]).toEqual([1, 2]);
});

test.each([
  [true, 500],
  [false, 1000],
])('the short lists of conversations of 500 clients: `shortPageEnds` %s, %i requests', async (shortPageEnds, count) => {
  const sandbox = createSandbox({ limits: false, clients: 510, settings: { listItemLinks: true } });
  for (const { key } of sandbox.control.users('client')) sandbox.control.addConversation(key);
  const care = await connectTo(sandbox, { shortPageEnds });
  const users = await care.clients({ limit: 200 }).toArray();
  const clients = users.filter((user) => user instanceof Client && user.links.has('conversations')).slice(0, 500);
  const before = sandbox.journal.length;
  for (const client of clients as Client[]) expect(await client.conversations().toArray()).not.toEqual([]);
  expect([clients.length, sandbox.journal.length - before]).toEqual([500, count]);
});

const connectTo = ({ baseUrl, tokens, fetch }: Sandbox, options: Partial<ConnectOptions> = {}) =>
  connect({ baseUrl, token: tokens.apiUser, fetch, throttle: false, ...options });
