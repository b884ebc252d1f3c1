import {
  Application,
  ClosedError,
  type DiaryEntry,
  InputError,
  isCareError,
  LinkNotFoundError,
  type UserApplication,
} from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  labelDocument,
  linksTo,
  listDocument,
  namespace,
} from './support/documents.js';
import { json, type Responder, refusal, scriptedPlatform } from './support/platform.js';
import { connectService, requestsByUser, userTokens } from './support/several-users.js';

const platform = scriptedPlatform();

/** Responds after `release` is called. */
function held(document: unknown): { respond: Responder; release: () => void } {
  let end: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    end = resolve;
  });
  const respond: Responder = async (request) => released.then(() => json(document)(request));
  return { respond, release: () => end?.() };
}

describe('the root of another user', () => {
  test('is not read by `as`, nor by calls with an address', async () => {
    const care = await connectService(platform);
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('GET', '/aux/client/id/EHR-1', json(clientDocument('1')));
    platform.on('GET', '/configuration/labels/5', json(labelDocument('5')));
    platform.on('PATCH', '/c/1', json(clientDocument('1')));
    const noor = care.as(userTokens.noor);
    const client = await noor.client({ url: `${baseUrl}/c/1` });
    await noor.client({ id: 'EHR-1' });
    await noor.open(client.url);
    await noor.label({ identifier: '5' });
    await noor.updateClient({ url: client.url }, { infix: 'van' });
    await noor.request({ url: 'c/1' });
    expect(requestsByUser(platform)).toEqual([
      ...['noor /c/1', 'noor /aux/client/id/EHR-1', 'noor /c/1', 'noor /configuration/labels/5'],
      ...['noor /c/1', 'noor /c/1'],
    ]);
  });

  test('is read once, with the own token, when a link of it is first needed', async () => {
    const care = await connectService(platform);
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('GET', '/catalogue/items', json(listDocument([], { total: 0 })));
    const noor = care.as(userTokens.noor);
    await Promise.all([noor.labels().toArray(), noor.labels().toArray(), noor.catalogue({ limit: 10 }).toArray()]);
    await noor.labels().toArray();
    expect(requestsByUser(platform).filter((request) => request === 'noor ')).toHaveLength(1);
    expect(requestsByUser(platform).every((request) => request.startsWith('noor '))).toBe(true);
    expect(requestsByUser(platform)).toHaveLength(5);
  });

  test('is read again if reading it failed', async () => {
    const care = await connectService(platform, { retry: 0 });
    platform.on('GET', '', refusal(500), json(applicationDocument()));
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    const noor = care.as(userTokens.noor);
    await expect(noor.labels().toArray()).rejects.toMatchObject({ name: 'ServerError' });
    expect(await noor.labels().toArray()).toEqual([]);
  });

  test('has its own links, whatever the connection has', async () => {
    const care = await connectService(platform, {}, applicationDocument({ secret: '/secret' }));
    const own = { ...applicationDocument(), '@links': linksTo({ own: '/own' }) };
    platform.on('GET', '', json(own));
    platform.on('GET', '/own', json(labelDocument('1')));
    const noor = care.as(userTokens.noor);
    await noor.follow('own');
    const missing = await noor.follow('secret').catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(LinkNotFoundError);
    expect(missing).toMatchObject({ offered: ['own'] });
    await expect(care.follow('own')).rejects.toBeInstanceOf(LinkNotFoundError);
    await expect(noor.labels().toArray()).rejects.toBeInstanceOf(LinkNotFoundError);
  });

  test('can have relative links, and links that replace a documented path', async () => {
    const care = await connectService(platform);
    const links = [
      { name: 'clients.items', url: 'people/items' },
      { name: 'export', url: 'exporting' },
    ];
    platform.on('GET', '', json({ ...applicationDocument(), '@links': links }));
    platform.on('POST', '/exporting', refusal(403));
    platform.on('GET', '/people/items', json(listDocument([], { total: 0 })));
    const noor = care.as(userTokens.noor);
    await noor.clients().toArray();
    await noor.startExport({ name: 'client' }).catch(() => undefined);
    const read = await noor.refresh();
    await read.clients().toArray();
    expect(requestsByUser(platform)).toEqual([
      'noor ',
      'noor /people/items?start=0&limit=100',
      'noor /exporting',
      'noor ',
      'noor /people/items?start=0&limit=100',
    ]);
  });

  test('is an `Application` with attributes after `refresh`', async () => {
    const care = await connectService(platform);
    const read = await care.as(userTokens.noor).refresh();
    expect(read).toBeInstanceOf(Application);
    expect(read.data.name).toBe('Care example');
    expect(read.links.has('changes')).toBe(true);
    expect(requestsByUser(platform)).toEqual(['noor ']);
  });

  test('is not read before invalid input is refused', async () => {
    const care = await connectService(platform);
    const noor = care.as(userTokens.noor);
    await expect(noor.createClient({} as never)).rejects.toBeInstanceOf(InputError);
    await expect(noor.createProfessional({} as never)).rejects.toBeInstanceOf(InputError);
    await expect(noor.startExport({} as never)).rejects.toBeInstanceOf(InputError);
    expect(requestsByUser(platform)).toEqual([]);
  });
});

test('users of one connection share its throttle', async () => {
  const care = await connectService(platform);
  platform.on('GET', '/c/1', json(clientDocument('1')));
  const before = platform.throttle.sent;
  const noor = care.as(userTokens.noor);
  await Promise.all([noor, care.as(userTokens.sam), care].map((user) => user.client({ url: `${baseUrl}/c/1` })));
  expect(platform.throttle.sent).toBe(before + 3);
  expect(noor.throttle.stats()).toEqual(care.throttle.stats());
});

test('users of one connection do not share the schemas that one of them has read', async () => {
  const type = `${namespace}/diary/schema/entry#mood:1`;
  const schema = { '@id': type, title: 'Mood', fields: [{ name: 'note', title: 'Note', type: 'text' }] };
  const entry = { '@type': type, '@url': `${baseUrl}/c/1/diary/entries/1`, dt: '2026-03-01T10:00:00', note: 'Fine.' };
  const care = await connectService(platform);
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on(
    'GET',
    '/c/1/diary/entries/items',
    json({ ...listDocument([entry], { total: 1 }), '@schemas': [schema] }),
  );
  platform.on('GET', '/c/1/diary/entries/1', json(entry));
  const opened = async (user: UserApplication) => ((await user.open(entry['@url'])) as DiaryEntry).schema?.title;
  const noor = care.as(userTokens.noor);
  await (await noor.client({ url: `${baseUrl}/c/1` })).diaryEntries().toArray();
  expect(await opened(noor)).toBe('Mood');
  expect(await opened(care)).toBeUndefined();
  expect(await opened(care.as(userTokens.noor))).toBeUndefined();
});

describe('`close` of a user', () => {
  test('ends the calls of that user, and no others', async () => {
    const care = await connectService(platform);
    const { respond, release } = held(clientDocument('1'));
    platform.on('GET', '/c/1', respond);
    const [noor, sam] = [care.as(userTokens.noor), care.as(userTokens.sam)];
    const calls = [noor, sam, care].map((user) => user.client({ url: `${baseUrl}/c/1` }));
    await expect.poll(() => platform.seen).toHaveLength(3);
    const settled = Promise.allSettled(calls);
    noor.close();
    await expect(calls[0]).rejects.toBeInstanceOf(ClosedError);
    release();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await expect(noor.client({ url: `${baseUrl}/c/1` })).rejects.toBeInstanceOf(ClosedError);
    await care.as(userTokens.noor).client({ url: `${baseUrl}/c/1` });
  });

  test('is done by `using`', async () => {
    const care = await connectService(platform);
    let kept: UserApplication;
    {
      using noor = care.as(userTokens.noor);
      kept = noor;
    }
    await expect(kept.client({ url: `${baseUrl}/c/1` })).rejects.toBeInstanceOf(ClosedError);
  });

  test('does not end a user that was made from it', async () => {
    const care = await connectService(platform);
    platform.on('GET', '/c/1', json(clientDocument('1')));
    const noor = care.as(userTokens.noor);
    const sam = noor.as(userTokens.sam);
    noor.close();
    await sam.client({ url: `${baseUrl}/c/1` });
    expect(requestsByUser(platform)).toEqual(['sam /c/1']);
  });
});

test('`close` of the connection ends the calls of all its users', async () => {
  const care = await connectService(platform);
  platform.on('GET', '/c/1', held(clientDocument('1')).respond);
  const [noor, sam] = [care.as(userTokens.noor), care.as(userTokens.noor).as(userTokens.sam)];
  const calls = [noor, sam].map((user) => user.client({ url: `${baseUrl}/c/1` }).catch((error: unknown) => error));
  await expect.poll(() => platform.seen).toHaveLength(2);
  care.close();
  for (const failure of await Promise.all(calls)) expect(isCareError(failure, 'ClosedError')).toBe(true);
  await expect(noor.client({ url: `${baseUrl}/c/1` })).rejects.toBeInstanceOf(ClosedError);
});
