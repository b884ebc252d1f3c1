import type { Application, ExportJob } from 'care-platform';
import { expect, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  type Document,
  exportJobDocument,
  labelDocument,
  linksTo,
  listDocument,
  listedClient,
  namespace,
  taskDocument,
} from '../support/documents.js';
import { messageList, type Provocations } from '../support/message-list.js';
import { empty, json, type Responder, scriptedPlatform } from '../support/platform.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';
import { expectNothing } from '../support/secrets.js';
import { type WrongInput, wrongFields, wrongOptions } from './wrong-input.js';

const platform = scriptedPlatform();
const foreign = 'https://evil.example/c/MRN-4711?bsn=999994669';

const provocations = (table: readonly WrongInput[]): Provocations =>
  Object.fromEntries(table.map(([title, , call]) => [title, async () => call(await platform.connect())]));

/** A client whose document is this. */
async function client(fields: Document = {}, options: Parameters<typeof platform.connect>[0] = {}) {
  const care = await platform.connect(options);
  platform.on('GET', '/c/1', json(clientDocument('1', fields)));
  return care.client({ url: `${baseUrl}/c/1` });
}

/** What a call says when this is the response to every request for a client, a label or a list. */
async function responded(respond: Responder, call: (care: Application) => unknown): Promise<unknown> {
  const care = await platform.connect();
  for (const path of ['/c/1', '/c/items', '/configuration/labels/items', '/x']) {
    platform.on('GET', path, respond);
  }
  platform.on('POST', '/configuration/labels', respond);
  return call(care);
}

const readClient = (care: Application) => care.client({ url: `${baseUrl}/c/1` });
const readClients = (care: Application) => care.clients({ limit: 3 }).toArray();
const createLabel = (care: Application) => care.createLabel('Autumn');

const urls: Provocations = {
  'a URL that is none': async () => (await platform.connect()).open('https://['),
  'an empty URL': async () => (await platform.connect()).open(''),
  'the URL of a request that is none': async () => (await platform.connect()).request({ url: 'https://[' }),
  'a URL that is a template': async () => (await platform.connect()).open('c/{id}'),
  'a URL of another origin': async () => (await platform.connect()).open(foreign),
  'a URL of another protocol': async () => (await platform.connect()).open('javascript:alert(1)'),
  'a client whose URL is of another origin': async () => (await platform.connect()).client({ url: foreign }),
  'a URL with a user name': async () => (await platform.connect()).open('https://noor@care.example/api/2/c/1'),
  'a URL that `mapLink` maps to none': async () =>
    (await platform.connect({ mapLink: () => undefined as never })).open('http://inner/c/1'),
  'a link that is missing': async () => (await client({ '@links': linksTo({ tasks: '/c/1/tasks' }) })).diary(),
  'a link of a resource with many links': async () =>
    (
      await client({ '@links': linksTo(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`l${at}`, '/x']))) })
    ).diary(),
  'a link whose name is no text': async () => (await client()).links.get(5 as never),
  'a link of a resource without links': async () => (await client({ '@links': [] })).diary(),
  'a link that is a template': async () =>
    (await client({ '@links': linksTo({ notes: '/c/1/notes{?start}' }) })).follow('notes'),
  'a link of another origin': async () => (await client({ '@links': [{ name: 'diary', url: foreign }] })).diary(),
  'a resource with a URL of another origin': async () => (await client({ '@url': foreign })).refresh(),
  'a resource without a URL': async () => {
    const { '@url': _, ...label } = labelDocument('9');
    const created = (await responded(json(label, 201), createLabel)) as Awaited<ReturnType<typeof createLabel>>;
    return created.delete();
  },
};

const broken = { first_name: 41, active: 'Verhoeven', picture: { '@type': 'link', url: 5, size: 'big' } };

const documents: Provocations = {
  'fields of another type': () => client(broken),
  'the same with lenient validation, as a log line': async () => {
    const lines: string[] = [];
    await client(broken, { validation: 'lenient', logger: { warn: (line) => void lines.push(line) } });
    return lines;
  },
  'a text that is no date': async () => {
    const entry = { '@type': `${namespace}/diary/schema/entry#mood:1`, dt: 'yesterday' };
    return responded(json(entry), (care) => care.open('x'));
  },
  'an item of a list': () =>
    responded(json(listDocument([labelDocument('a'), labelDocument('b', { label: null })])), (care) =>
      care.labels().toArray(),
    ),
  'the application': () => platform.connect({}, { ...applicationDocument(), name: 5 }),
  'a resource of another kind': () => responded(json(taskDocument('1')), readClient),
  'a list without items': () => responded(json({ '@items': {} }), readClients),
  'a created resource': () => responded(json({ ...labelDocument('1'), label: 7 }, 201), createLabel),
  'no body instead of a document': () => responded(empty(200), readClient),
  'a list instead of a document': () => responded(json([]), readClient),
  'no body for what was created': () => responded(() => new Response(null, { status: 201 }), createLabel),
  'no body for what was created, with its place': () =>
    responded(() => new Response(null, { status: 201, headers: { location: 'labels/MRN-4711' } }), createLabel),
};

const people = [1, 2, 3].map((id) => listedClient(String(id)));
const lists: Provocations = {
  'the same items for every start': () => responded(json(listDocument(people)), readClients),
  'a total that no page reaches': () => responded(json(listDocument([], { total: 2 ** 31 - 1 })), readClients),
};

/** A job whose file has this body, which breaks off in the end if `breaks`. */
async function job(body: string, fields: Document = {}, breaks = false): Promise<ExportJob> {
  const links = { download: '/export/j1/download' };
  const pull = (file: ReadableStreamDefaultController) => {
    if (!breaks) file.close();
    else
      file.error(new TypeError('terminated', { cause: Object.assign(new Error('Verhoeven'), { code: 'ECONNRESET' }) }));
  };
  const file = () =>
    new ReadableStream({ start: (sent) => sent.enqueue(new TextEncoder().encode(body)), pull }, { highWaterMark: 0 });
  const { fetch } = byPath({
    '/export/j1': () => Response.json(exportJobDocument({ state: 'completed', ...fields }, links)),
    '/export/j1/download': () => new Response(file()),
  });
  return (await connectedTo(fetch, { retry: 0, throttle: platform.throttle })).exportJob(`${baseUrl}/export/j1`);
}

/** A file of three bytes, whose reference states another size. */
async function file(size: number, headers: Record<string, string>): Promise<unknown> {
  const { fetch } = byPath({ '/files/1': () => new Response('abc', { headers }) });
  const care = await connectedTo(fetch, { retry: 0, throttle: platform.throttle });
  return (await care.file({ url: `${baseUrl}/files/1`, size })).bytes();
}

/** What is logged for a file of three bytes. */
async function logOfFile(size: number): Promise<string[]> {
  const lines: string[] = [];
  const { fetch } = byPath({ '/files/1': () => new Response('abc') });
  const logger = { warn: (line: string) => void lines.push(line) };
  const care = await connectedTo(fetch, { retry: 0, throttle: platform.throttle, logger });
  await (await care.file({ url: `${baseUrl}/files/1`, size })).bytes();
  return lines;
}

const csv = { options: { name: 'client', output_format: 'csv' } };
const downloads: Provocations = {
  'a file that ends early': async () => (await (await job('abc', { content_length: 6 })).download()).bytes(),
  'a connection that breaks': async () => (await (await job('abc', { content_length: 6 }, true)).download()).bytes(),
  'a connection that breaks, the size of the file unknown': async () =>
    (await (await job('abc', {}, true)).download()).text(),
  'a file that is longer than its job says': async () =>
    (await (await job('abc', { content_length: 2 })).download()).bytes(),
  'a file that is longer than its reference says, as a log line': () => logOfFile(2),
  'a file that is shorter than its reference says': () => file(6, {}),
  'a file that is shorter than its reference says, but as long as its headers say': () =>
    file(6, { 'content-length': '3' }),
  'a file that is read twice': async () => {
    const download = await (await job('abc')).download();
    await download.text();
    return download.text();
  },
  'a file that was cancelled': async () => {
    const download = await (await job('abc')).download();
    await download.cancel();
    return download.text();
  },
  'a row schema that returns no result': async () => {
    const schema = { '~standard': { version: 1, vendor: 'own', validate: () => undefined as never } } as const;
    return (await job('a\r\n1\r\n', { ...csv, content_length: 6 })).rows({ schema }).next();
  },
  'a ZIP file that is read as rows': async () => (await job('PK\u0003\u0004Verhoeven', csv)).rows().next(),
};

test('the messages of links, documents, lists and files read as in messages.txt', async () => {
  const list = await messageList({
    'Input that is refused': provocations(wrongFields(platform)),
    'Options that are refused': provocations(wrongOptions),
    'URLs and links that cannot be followed': urls,
    'Responses that are not as documented': documents,
    'Lists without an end': lists,
    'Files that are incomplete or cannot be read': downloads,
  });
  expectNothing(list, 'Secret');
  await expect(list).toMatchFileSnapshot('messages.txt');
});
