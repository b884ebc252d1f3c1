import { ForeignLinkError, UnexpectedResponseError } from 'care-platform';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { type Answer, json, page, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const redirect =
  (location: string, status = 302): Answer =>
  () =>
    new HttpResponse(null, { status, headers: { location } });

afterEach(() => vi.unstubAllGlobals());

describe('a redirect of a read', () => {
  test.each([301, 302, 303, 307, 308])(
    '(%i) is followed on the same origin, with the token, each as a request of its own',
    async (status) => {
      const care = await platform.connect();
      platform.on('GET', '/a', redirect('b', status));
      platform.on('GET', '/b', redirect(`${baseUrl}/c`, status));
      platform.on('GET', '/c', json('here'));
      platform.throttle.sent = 0;
      expect(await care.request({ url: 'a' })).toMatchObject({ data: 'here', url: `${baseUrl}/c`, attempts: 3 });
      expect(platform.throttle.sent).toBe(3);
      expect(platform.throttle.running).toBe(0);
      expect(platform.seen.map(({ headers }) => headers.has('authorization'))).toEqual([true, true, true]);
    },
  );

  test('decides what relative links are relative to', async () => {
    const care = await platform.connect();
    platform.on('GET', '/old', redirect('new/place'));
    const document = { '@type': 'x', '@links': [{ name: 'next', url: 'next' }] };
    platform.on('GET', '/new/place', json(document));
    platform.on('GET', '/new/next', json({ '@type': 'y' }));
    const resource = (await care.open('old')) as import('care-platform').Resource;
    expect(await resource.follow('next')).toMatchObject({ type: 'y' });
  });

  test.each([
    'https://evil.example/x',
    '//evil.example/x',
    'http://care.example/api/2/x',
    'https://care.example:444/x',
    'https://user:secret@care.example/x',
    'data:application/json,1',
  ])('off the origin (%s) is refused, and nothing is sent there', async (location) => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect(location));
    const failure = await care.request({ url: 'a' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ForeignLinkError);
    expect(String(failure)).not.toContain('secret');
    expect(platform.seen).toHaveLength(1);
    expect(platform.throttle.running).toBe(0);
  });

  test('that goes round in circles ends after five', async () => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect('a'));
    await expect(care.request({ url: 'a' })).rejects.toBeInstanceOf(UnexpectedResponseError);
    expect(platform.seen).toHaveLength(6);
  });

  test.each(['https://[', 'http://'])('to what is no URL (%s) is an unexpected answer', async (location) => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect(location));
    await expect(care.request({ url: 'a' })).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 302 });
  });

  test('of a download stays on the origin', async () => {
    const care = await platform.connect();
    const job = exportJobDocument({ state: 'completed' }, { download: '/export/j1/download' });
    platform.on('GET', '/export/j1', json(job));
    platform.on('GET', '/export/j1/download', redirect('file'), redirect('https://storage.example/file'));
    platform.on('GET', '/export/j1/file', page('a,b', 200, 'text/csv'));
    const ready = await care.exportJob(`${baseUrl}/export/j1`);
    expect(await (await ready.download()).text()).toBe('a,b');
    await expect(ready.download()).rejects.toBeInstanceOf(ForeignLinkError);
  });
});

test.each(['POST', 'PATCH', 'DELETE'] as const)('a redirect of a %s is never followed', async (method) => {
  const care = await platform.connect();
  platform.on(method, '/a', redirect('b', 307));
  const failure = await care.request({ method, url: 'a' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 307, method });
  expect(platform.seen).toHaveLength(1);
});

test('a browser is told to refuse redirects, since it would hide where they lead', async () => {
  vi.stubGlobal('document', {});
  const modes: string[] = [];
  const care = await platform.connect({
    tokenKind: 'user',
    retry: 0,
    fetch: (...args) => {
      modes.push(new Request(...args).redirect);
      return globalThis.fetch(...args);
    },
  });
  platform.on('GET', '/a', redirect('b'));
  await expect(care.request({ url: 'a' })).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(new Set(modes)).toEqual(new Set(['error']));
});
