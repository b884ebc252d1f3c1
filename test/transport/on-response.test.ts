import type { Application, ResponseInfo } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { empty, json, lost, page, refusal, scriptedPlatform } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { expectNothing, token } from '../support/secrets.js';
import { skipPauses, virtualTime } from '../support/virtual-time.js';

const platform = scriptedPlatform();
let care: Application;
let infos: ResponseInfo[];
let lines: string[];
const onResponse = (info: ResponseInfo) => void infos.push(info);

beforeEach(async () => {
  infos = [];
  lines = [];
  skipPauses();
  care = await platform.connect({ token, logger: { warn: (line) => void lines.push(line) } });
});

describe('`onResponse`', () => {
  test('gets status, id and safe headers of the response, and the number of attempts', async () => {
    const headers = { 'X-Request-Id': 'a1-b2', Server: 'nginx', 'Retry-After': '3' };
    platform.on('GET', '/c/8f31', lost, refusal(503), json(clientDocument('8f31'), 200, headers));
    await care.client({ url: `${baseUrl}/c/8f31` }, { onResponse });
    expect(infos).toEqual([
      {
        ...{ method: 'GET', target: 'client', path: '/api/2/c/*', status: 200, error: undefined, attempts: 3 },
        headers: {
          ...{ 'content-type': 'application/json;charset=UTF-8', 'retry-after': '3', server: 'nginx' },
          'x-request-id': 'a1-b2',
        },
        requestId: 'a1-b2',
        ...{ waited: expect.any(Number), milliseconds: expect.any(Number), elapsed: expect.any(Number) },
      },
    ]);
    expect(Object.isFrozen(infos[0])).toBe(true);
  });

  test('gets the times of the attempt and of the call', async () => {
    const time = virtualTime();
    let attempts = 0;
    const scripted = await connectedTo(async () => {
      await time.wait(40);
      return Response.json({}, { status: attempts++ === 0 ? 500 : 200 });
    });
    await time.until(scripted.request({ url: 'x' }, { onResponse }));
    expect(infos).toMatchObject([{ attempts: 2, waited: 188, milliseconds: 40, elapsed: 40 + 188 + 40 }]);
  });

  test('is called for a failed call that got a response, and not for one that got none', async () => {
    platform.on('GET', '/x', json({}, 404, { 'x-correlation-id': 'c-7' }));
    await failureOf(care.request({ url: 'x' }, { onResponse }));
    expect(infos).toMatchObject([{ status: 404, error: 'NotFoundError', requestId: 'c-7' }]);
    platform.on('GET', '/x', refusal(503), lost);
    await failureOf(care.request({ url: 'x' }, { onResponse, retry: 1 }));
    expect(infos).toHaveLength(1);
    platform.on('GET', '/x', page('{"a', 200, 'application/json'));
    await failureOf(care.request({ url: 'x' }, { onResponse, retry: 0 }));
    expect(infos[1]).toMatchObject({ status: 200, error: 'UnexpectedResponseError' });
  });

  test('is called for each request of a method, and for each page of a list', async () => {
    platform.on('GET', '/aux/client/id/EHR-9', refusal(404));
    platform.on('POST', '/c', json(clientDocument('2', { id: 'EHR-9', active: false }), 201));
    await care.upsertClient('EHR-9', { ...newClient, active: false }, { onResponse });
    expect(infos.map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 404', 'POST 201']);
    infos = [];
    const pages = [[clientDocument('1'), clientDocument('2')], [clientDocument('2')]];
    const responses = pages.map((items, start) =>
      json({ '@items': items, '@links': [], '@paging': { start, total: 2 } }),
    );
    platform.on('GET', '/c/items', responses[0] ?? lost, ...responses.slice(1));
    await care.clients({ limit: 2 }, { onResponse }).toArray();
    expect(infos.length).toBe(platform.seen.filter(({ url }) => url.pathname.endsWith('/c/items')).length);
    expect(infos.length).toBeGreaterThan(0);
  });

  test('is called for a download as soon as its first byte has come', async () => {
    platform.on('GET', '/x', page('text', 200, 'application/pdf'));
    const file = await care.file({ url: `${baseUrl}/x` }, { onResponse });
    expect(infos).toMatchObject([{ status: 200, headers: { 'content-type': 'application/pdf' } }]);
    expect(await file.text()).toBe('text');
  });

  test('sees the final response of a call that was redirected', async () => {
    platform.on('GET', '/x', () => Response.redirect(`${baseUrl}/c/8f31`));
    platform.on('GET', '/c/8f31', json({}));
    await care.request({ url: 'x' }, { onResponse });
    expect(infos).toMatchObject([{ status: 200, path: '/api/2/c/*', attempts: 2 }]);
  });

  test('never shows the token, or what the platform knows of a patient', async () => {
    const echoed = {
      'x-request-id': `MRN-4711-${token}`,
      server: `nginx Bearer ${token}`,
      via: 'Verhoeven',
      ...{ location: '/c/MRN-4711', 'set-cookie': 'session=Verhoeven', 'x-patient': 'Verhoeven' },
      ...{ 'content-disposition': 'attachment; filename="Verhoeven.pdf"', etag: '"Verhoeven"' },
    };
    platform.on('PATCH', '/c/MRN-4711', json({}, 200, echoed));
    platform.on('GET', '/c/MRN-4711', json(clientDocument('MRN-4711'), 200));
    const client = await care.client({ url: `${baseUrl}/c/MRN-4711` }, { onResponse });
    await client.update({ last_name: 'Verhoeven' }, { onResponse });
    expect(infos).toHaveLength(2);
    expectNothing(infos);
    expect(JSON.stringify(infos)).not.toContain('MRN-4711');
  });

  test('gets the type of the body without its parameters, which may hold the name of a file', async () => {
    const headers = { 'content-type': 'application/json; name="Jan Jansen.json"' };
    platform.on('GET', '/x', () => new Response('{}', { headers }));
    const seen: unknown[] = [];
    const care = await platform.connect();
    await care.request({ url: 'x' }, { onResponse: (info) => void seen.push(info.headers['content-type']) });
    expect(seen).toEqual(['application/json']);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('Verhoeven');
      },
    ],
    ['rejects', () => Promise.reject(new Error('Verhoeven'))],
  ])('breaks no call if it %s, and the log says so', async (_, failing) => {
    platform.on('GET', '/x', json({ a: 1 }));
    platform.on('DELETE', '/x', empty());
    expect(await care.request({ url: 'x' }, { onResponse: failing })).toMatchObject({ data: { a: 1 } });
    await care.request({ method: 'DELETE', url: 'x' }, { onResponse: failing });
    await expect.poll(() => lines).toHaveLength(2);
    expectNothing(lines);
  });

  test('must be a function', async () => {
    const call = care.request({ url: 'x' }, { onResponse: true as never });
    await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'onResponse' }] });
  });
});
