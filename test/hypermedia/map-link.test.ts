import { Application, connect, ForeignLinkError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl, clientDocument, linksTo, listDocument } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';

const platform = scriptedPlatform();

test.each<[string, unknown]>([
  ['a text', `${baseUrl}/c/1`],
  ['nothing', undefined],
  ['an object without an address', {}],
])('a `mapLink` that gives %s is reported by its name before anything is sent', async (_, given) => {
  const care = await platform.connect({ mapLink: () => given as URL });
  const call = care.client({ url: 'http://inner/api/2/c/1' });
  await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'mapLink' }] });
  expect(platform.seen).toEqual([]);
});

test.each([
  ['a user name', 'noor@'],
  ['a password', ':secret@'],
  ['both', 'noor:secret@'],
])('a link with %s in it is refused, with a message of its own', async (_, userInfo) => {
  const care = await platform.connect();
  const links = linksTo({ 'tasks.items': baseUrl.replace('https://', `https://${userInfo}`) });
  platform.on('GET', '/c/1', json(clientDocument('1', { '@links': links })));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  const failure: unknown = await client
    .tasks()
    .first()
    .catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: 'ForeignLinkError' });
  expect(String(failure)).not.toMatch(/noor|secret|but this connection is to/);
  expect(platform.seen).toHaveLength(1);
});

test('a picture whose data begins as a `data:` URL is refused', async () => {
  const care = await platform.connect();
  platform.on('PATCH', '/aux/client/id/EHR-1', empty());
  const picture = { '@type': 'base64', data: 'data:image/png;base64,AAAA' } as const;
  const call = care.updateClient({ id: 'EHR-1' }, { picture });
  await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'picture.data' }] });
  expect(platform.seen).toEqual([]);
});

describe('http in a private network', () => {
  const baseUrl = 'http://sandbox:4010/api/2';
  const fetch = async () => Response.json({ '@type': 'x/application' });

  test('is for the hosts that are named', async () => {
    const sent: string[] = [];
    const failing = async (url: string) => {
      sent.push(url);
      return fetch();
    };
    const options = { baseUrl, token: 'x', fetch: failing, throttle: false } as const;
    await connect({ ...options, allowHttp: ['other', 'sandbox'] }).catch(() => undefined);
    expect(sent).toEqual([baseUrl]);
  });

  test('is for a host in whatever letters it is named', async () => {
    const call = connect({ baseUrl, token: 'x', fetch, throttle: false, allowHttp: ['Sandbox'] });
    await expect(call).rejects.toMatchObject({ name: 'ResponseValidationError' });
  });

  test.each([
    ['another named host', 'http://other:4010/api/2/c/1'],
    ['another port of that host', 'http://sandbox:4011/api/2/c/1'],
    ['a host that is not named', 'http://app.example.org/api/2/c/1'],
    ['that host by https', 'https://sandbox:4010/api/2/c/1'],
  ])('sends nothing where a link or a redirect leads to %s', async (_, target) => {
    const sent: string[] = [];
    const redirecting = async (url: string) => {
      sent.push(url);
      return new Response(null, { status: 302, headers: { location: target } });
    };
    const care = await connectedTo(redirecting, { baseUrl, allowHttp: ['sandbox', 'other'] });
    await expect(care.open(target)).rejects.toMatchObject({ name: 'ForeignLinkError' });
    expect(sent).toEqual([]);
    await expect(care.request({ url: 'c/1' })).rejects.toMatchObject({ name: 'ForeignLinkError' });
    expect(sent).toEqual([`${baseUrl}/c/1`]);
  });

  test.each(['http://care.example/api/2/c/1', 'http://sandbox/api/2/c/1'])(
    'opens no way from an https base to %s',
    async (target) => {
      const care = await connectedTo(fetch, {
        baseUrl: 'https://care.example/api/2',
        allowHttp: ['care.example', 'sandbox'],
      });
      await expect(care.open(target)).rejects.toMatchObject({ name: 'ForeignLinkError' });
    },
  );

  test.each<[string, unknown, string]>([
    ['none is named', undefined, 'baseUrl'],
    ['others are named', ['other', 'box'], 'baseUrl'],
    ['it is no list', 'sandbox', 'allowHttp'],
    ['a name is a pattern', ['*'], 'allowHttp'],
    ['a name is an address with a port', ['sandbox:4010'], 'allowHttp'],
  ])('is refused if %s', async (_, allowHttp, name) => {
    const call = connect({ baseUrl, token: 'x', fetch, allowHttp: allowHttp as string[] });
    await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
  });
});

describe('`mapLink`', () => {
  test('`base` moves links to the origin and path of the base URL', async () => {
    const proxied = 'https://gw.example:8443/care/api/2';
    const root = applicationDocument({}, 'http://inner/api/2');
    platform.on('GET', proxied, json(root));
    platform.on('GET', `${proxied}/configuration/labels/items`, json(listDocument([])));
    const care = await platform.connect({ baseUrl: proxied, mapLink: 'base' });
    expect(await care.labels().toArray()).toEqual([]);
    await expect(care.open('https://evil.example/elsewhere')).rejects.toBeInstanceOf(ForeignLinkError);
  });

  test('`base` gives back the path that a platform does not know of', async () => {
    const proxied = 'https://gw.example/care/api/2';
    platform.on('GET', proxied, json(applicationDocument({}, 'https://gw.example/api/2')));
    platform.on('GET', `${proxied}/configuration/labels/items`, json(listDocument([])));
    const care = await platform.connect({ baseUrl: proxied, mapLink: 'base' });
    expect(await care.labels().toArray()).toEqual([]);
  });

  test('`base` moves the application root too, and nothing that only looks like the platform', async () => {
    const proxied = 'https://gw.example/care/api/2';
    platform.on('GET', proxied, json(applicationDocument({}, 'http://inner/api/2')));
    const care = await platform.connect({ baseUrl: proxied, mapLink: 'base' });
    expect(await care.open('http://inner/api/2')).toBeInstanceOf(Application);
    for (const url of ['http://inner/api/21/c/1', 'http://inner/api/2.old']) {
      await expect(care.open(url)).rejects.toBeInstanceOf(ForeignLinkError);
    }
    expect(platform.seen.map(({ url }) => url.href)).toEqual([`${proxied}/`]);
  });

  test('as a function does not get round the check of the origin', async () => {
    const care = await platform.connect({ mapLink: () => new URL('https://evil.example/') });
    await expect(care.open('http://inner/api/2/c/1')).rejects.toBeInstanceOf(ForeignLinkError);
    expect(platform.seen).toHaveLength(0);
  });

  test('as a function gets only the links that do not lead below the base URL', async () => {
    const proxied = 'https://gw.example/care/api/2';
    const inner = 'https://gw.example/api/2';
    const mapped: string[] = [];
    const mapLink = (link: URL) => {
      mapped.push(link.href);
      return new URL(`/care${link.pathname}`, proxied);
    };
    platform.on('GET', proxied, json(applicationDocument({}, inner)));
    platform.on('GET', `${proxied}/c/items`, json(listDocument([])));
    platform.on('GET', `${proxied}/configuration/labels/items`, json(listDocument([])));
    const care = await platform.connect({ baseUrl: proxied, mapLink });
    expect(await care.clients().toArray()).toEqual([]);
    expect(await care.labels().toArray()).toEqual([]);
    expect(mapped).toEqual([`${inner}/configuration/labels/items`]);
  });
});
