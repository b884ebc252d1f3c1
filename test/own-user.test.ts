import { Client, type ConnectOptions, connect, Friend, InputError, Professional } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, labelDocument, namespace } from './support/documents.js';
import { json, refusal, scriptedPlatform } from './support/platform.js';

const platform = scriptedPlatform();

type Me = ConnectOptions['me'];

const professional = {
  '@type': `${namespace}/professional`,
  '@url': `${baseUrl}/p/7`,
  '@links': [],
  first_name: 'Ada',
  infix: null,
  last_name: 'Bos',
  active: true,
  external_source: null,
  email: 'ada@example.org',
  name: 'Ada Bos',
};
const friend = { '@type': `${namespace}/friend`, '@url': `${baseUrl}/c/9`, '@links': [], active: true };

describe('the own user', () => {
  test.each([
    ['a client by URL', { url: `${baseUrl}/c/1` }, '/c/1', clientDocument('1'), Client],
    ['a friend by URL', { url: `${baseUrl}/c/9` }, '/c/9', friend, Friend],
    ['a professional by URL', { url: `${baseUrl}/p/7` }, '/p/7', professional, Professional],
    ['a client by a relative URL', { url: 'c/1' }, '/c/1', clientDocument('1'), Client],
    ['a client by external id', { id: 'EHR-1' }, '/aux/client/id/EHR-1', clientDocument('1'), Client],
    ['a professional by external id', { id: 'a/b' }, '/aux/professional/id/a%2Fb', professional, Professional],
  ])('is %s, for one request', async (_, me, path, document, kind) => {
    platform.on('GET', path, json(document));
    const care = await platform.connect({ me });
    for (const user of [care, care.as('another-token', { me })]) {
      platform.forget();
      expect(await user.me(kind as typeof Client)).toBeInstanceOf(kind);
      expect(platform.seen.map(({ url }) => url.href)).toEqual([`${baseUrl}${path}`]);
    }
  });

  test('is a client, if no class is given', async () => {
    const care = await platform.connect({ me: { url: 'c/1' } });
    platform.on('GET', '/c/1', json(clientDocument('1')));
    expect(await care.me()).toBeInstanceOf(Client);
    expect(await care.me({ priority: 'interactive' })).toBeInstanceOf(Client);
    expect(platform.throttle.priorities.at(-1)).toBe('interactive');
  });

  test('is not another kind of resource, or of user', async () => {
    const care = await platform.connect({ me: { url: 'c/1' } });
    const problems = [{ name: '@type' }];
    for (const document of [labelDocument('1'), friend]) {
      platform.on('GET', '/c/1', json(document));
      await expect(care.me()).rejects.toMatchObject({ name: 'ResponseValidationError', problems });
      await expect(care.me(Professional)).rejects.toMatchObject({ name: 'ResponseValidationError', problems });
    }
  });

  test('has the errors of any read', async () => {
    const care = await platform.connect({ me: { id: 'gone' } });
    platform.on('GET', '/aux/client/id/gone', refusal(404));
    await expect(care.me()).rejects.toMatchObject({ name: 'NotFoundError', attempts: 1 });
    const foreign = await platform.connect({ me: { url: 'https://evil.example/c/1' } });
    await expect(foreign.me()).rejects.toMatchObject({ name: 'ForeignLinkError' });
    await expect(care.me({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    await expect(care.me(Client, { timeout: -1 })).rejects.toBeInstanceOf(InputError);
  });

  test('is unknown if no address was given, also to a user of a connection with one', async () => {
    const care = await platform.connect({ me: { url: 'c/1' } });
    const none = await platform.connect();
    for (const user of [none, care.as('another-token')]) {
      await expect(user.me()).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'me' }] });
    }
    expect(platform.seen).toEqual([]);
  });

  test.each([['a text', 'c/1', 'me']])('is refused as %s, before anything is sent', async (_, me, name) => {
    const refusedBy = (failure: unknown) => (failure as InputError).problems.map((problem) => problem.name);
    const failure = await connect({ baseUrl, token: 'x', me: me as never as Me }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(refusedBy(failure)).toEqual([name]);
    expect(platform.seen).toEqual([]);
    const care = await platform.connect();
    expect(() => care.as('x', { me: me as never as Me })).toThrow(InputError);
  });

  test.each([
    ['nothing', {}],
    ['two addresses', { url: 'c/1', id: '1' }],
    ['a number', { id: 5 }],
    ['a misspelt name', { uri: 'c/1' }],
  ])('is refused as %s when it is read', async (_, me) => {
    const care = await platform.connect({ me: me as never as Me });
    await expect(care.me()).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'url' }] });
    expect(platform.seen).toEqual([]);
  });

  test('is no friend by external id, since friends have none', async () => {
    const care = await platform.connect({ me: { id: '5' } });
    await expect(care.me(Friend)).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'id' }] });
  });
});
