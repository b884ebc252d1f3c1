import { ForeignLinkError } from 'care-platform';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { json, page, type Responder, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const redirect =
  (location: string, status = 302): Responder =>
  () =>
    new HttpResponse(null, { status, headers: { location } });

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
    ['https://evil.example/x', 'https://evil.example'],
    ['//evil.example/x', 'https://evil.example'],
    ['http://care.example/api/2/x', 'http://care.example'],
    ['https://care.example:444/x', 'https://care.example:444'],
    ['blob:https://care.example/x', 'blob:'],
    ['data:application/json,1', 'data:'],
  ])('off the origin (%s) is refused by the origin, and nothing is sent there', async (location, origin) => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect(location));
    const failure = await care.request({ url: 'a' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ForeignLinkError);
    expect(String(failure)).toContain(` ${origin},`);
    expect(String(failure)).not.toMatch(/secret|\/x|json/);
    expect(platform.seen).toHaveLength(1);
    expect(platform.throttle.running).toBe(0);
  });

  test('with a user name or password is refused for that, since its origin is ours', async () => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect('https://user:secret@care.example/x'));
    const failure = await care.request({ url: 'a' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ForeignLinkError);
    expect(String(failure)).toContain('user name or password');
    expect(String(failure)).not.toMatch(/secret|\/x|care\.example/);
    expect(platform.seen).toHaveLength(1);
    expect(platform.throttle.running).toBe(0);
  });

  test('off the origin is an error with a remedy, which is not to map links', async () => {
    const care = await platform.connect({ mapLink: 'base' });
    platform.on('GET', '/a', redirect('https://www.care.example/api/2/a?name=Fenna'));
    await expect(care.request({ url: 'a' })).rejects.toMatchObject({
      name: 'ForeignLinkError',
      message: expect.stringMatching(/https:\/\/www\.care\.example.*`baseUrl`/),
    });
  });

  test('that goes round in circles ends after five', async () => {
    const care = await platform.connect();
    platform.on('GET', '/a', redirect('a'));
    await expect(care.request({ url: 'a' })).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      status: 302,
      attempts: 6,
    });
    expect(platform.seen).toHaveLength(6);
  });

  test.each(['https://[', 'http://'])('to an invalid URL (%s) is an unexpected response', async (location) => {
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
  expect(failure).toMatchObject({
    name: 'UnexpectedResponseError',
    status: 307,
    method,
  });
  expect(platform.seen).toHaveLength(1);
});

test.each(['GET', 'POST'] as const)('a redirect of a %s whose goal a browser hides is not followed', async (method) => {
  const hidden = Object.defineProperties(new Response(), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  });
  const care = await platform.connect({
    fetch: async (url, init) => (url.endsWith('/hidden') ? hidden : globalThis.fetch(url, init)),
  });
  platform.throttle.sent = 0;
  const failure = await care.request({ method, url: 'hidden' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: method === 'GET' ? 'UnexpectedResponseError' : 'OutcomeUnknownError' });
  expect(method === 'GET' ? failure : (failure as Error).cause).toMatchObject({
    name: 'UnexpectedResponseError',
    method,
    status: 0,
  });
  expect(platform.throttle.sent).toBe(1);
});
