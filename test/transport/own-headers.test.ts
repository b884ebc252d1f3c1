import { connect } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { json, lost, refusal, scriptedPlatform } from '../support/platform.js';
import { expectNothing, token } from '../support/secrets.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
const key = 'g4teway-k3y-0123456789-abcdefghij';

describe('`userAgent` and `headers` of `connect`', () => {
  test('can be named like members of every object', async () => {
    const care = await platform.connect({ token, headers: { constructor: 'abc' } });
    platform.on('GET', '/x', json({}));
    await care.request({ url: 'x' });
    expect(platform.seen.at(-1)?.headers.get('constructor')).toBe('abc');
  });

  test('are sent with every attempt and every redirect, and those of the package stay', async () => {
    skipPauses();
    const care = await platform.connect({ token, userAgent: 'Nightly/1.0', headers: { 'X-Gateway-Key': key } });
    platform.on('GET', '/x', lost, () => Response.redirect(`${baseUrl}/y`));
    platform.on('GET', '/y', json({}));
    platform.on('PATCH', '/x', json({}));
    await care.request({ url: 'x' });
    await care.request({ method: 'PATCH', url: 'x', body: { a: 1 } });
    expect(platform.seen).toHaveLength(4);
    for (const { headers } of platform.seen) {
      expect(headers.get('user-agent')).toBe('Nightly/1.0');
      expect(headers.get('x-gateway-key')).toBe(key);
      expect(headers.get('authorization')).toBe(`svc-token ${token}`);
      expect(headers.get('accept')).toContain('application/json');
    }
    expect(platform.seen.at(-1)?.headers.get('content-type')).toBe('application/json');
  });

  test('are given to the own `fetch` too, in `connect` itself too', async () => {
    const sent: Record<string, string>[] = [];
    await connect({
      ...{ baseUrl, token, throttle: platform.throttle, headers: { 'X-Gateway-Key': key } },
      fetch: async (_, init) => {
        sent.push(init.headers);
        return Response.json({ '@type': 'x/other' });
      },
    }).catch(() => undefined);
    expect(sent).toMatchObject([{ 'x-gateway-key': key }]);
  });

  test('appear in no error, no log and no hook, even if a gateway repeats them', async () => {
    skipPauses();
    const reported: unknown[] = [];
    const note = (...values: unknown[]) => void reported.push(...values);
    const care = await platform.connect({
      ...{ token, headers: { 'X-Gateway-Key': key }, userAgent: key },
      logger: { debug: note, info: note, warn: note, error: note },
      hooks: { beforeCall: note, beforeRequest: note, afterResponse: note, beforeRetry: note, afterCall: note },
    });
    const headers = { 'x-request-id': key, 'content-type': `text/${key}` };
    for (const status of [403, 503]) {
      platform.on('GET', '/x', refusal(status, `The key ${key} is unknown.`, [{ name: key, message: key }]));
      reported.push(await failureOf(care.request({ url: 'x' })));
      platform.on('GET', '/x', json({ message: key }, status, headers));
      reported.push(await failureOf(care.request({ url: 'x' }, { onResponse: note })));
    }
    platform.on('GET', '/c/1', json({ message: key }, 200, headers));
    reported.push(await failureOf(care.client({ url: `${baseUrl}/c/1` }, { onResponse: note })));
    expect(reported.length).toBeGreaterThan(20);
    for (const report of reported) expectNothing(report, key);
    expectNothing(care, key);
  });

  test.each([
    ['Basic', 'Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA=='],
    ['a cookie', 'route=a; session=f00dfeedf00dfeed', 'f00dfeedf00dfeed'],
  ])('do not appear if a gateway repeats only the secret of %s', async (_, value, secret) => {
    const care = await platform.connect({ token, headers: { 'Proxy-Authorization': value } });
    platform.on('GET', '/x', json({ code: 'Forbidden', message: `Bad credentials ${secret}`, extra: [] }, 403));
    const failure = await failureOf(care.request({ url: 'x' }));
    expect(JSON.stringify([failure, String(failure)])).not.toContain(secret);
    expect(String(failure)).toContain('Bad credentials');
  });

  test('leave the names of fields as they are if a value is a short word', async () => {
    const care = await platform.connect({ token, headers: { 'X-Env': 'mail' } });
    const problem = { name: 'email', message: 'Unknown value.' };
    platform.on('PATCH', '/x', json({ code: 'Bad Request', message: 'Invalid', extra: [problem] }, 400));
    const failure = await failureOf(care.request({ method: 'PATCH', url: 'x', body: { email: 'a@mail.example' } }));
    expect(failure).toHaveProperty('problems.0.name', 'email');
  });

  test.each<[string, object, string]>([
    ['the token', { headers: { Authorization: 'x' } }, 'headers.Authorization'],
    ['the media type', { headers: { ACCEPT: 'x' } }, 'headers.ACCEPT'],
    ['the type of a body', { headers: { 'content-type': 'x' } }, 'headers.content-type'],
    ['the length of a body', { headers: { 'Content-Length': '1' } }, 'headers.Content-Length'],
    ['the host', { headers: { Host: 'other' } }, 'headers.Host'],
    ['the user agent as a header', { headers: { 'User-Agent': 'x' } }, 'headers.User-Agent'],
    ['a header twice', { headers: { 'X-Key': 'x', 'x-key': 'y' } }, 'headers.x-key'],
    ['a name with a space', { headers: { 'X Key': 'x' } }, 'headers'],
    ['a value that begins a second header', { headers: { 'X-Key': 'x\r\nAuthorization: y' } }, 'headers.X-Key'],
    ['an empty value', { headers: { 'X-Key': '' } }, 'headers.X-Key'],
    ['a missing environment variable', { headers: { 'X-Key': undefined } }, 'headers.X-Key'],
    ['a number', { headers: { 'X-Key': 7 } }, 'headers.X-Key'],
    ['a list', { headers: [['X-Key', 'x']] }, 'headers'],
    ['an empty user agent', { userAgent: '' }, 'userAgent'],
    ['a user agent that begins a second header', { userAgent: `x\n${key}` }, 'userAgent'],
  ])('refuse %s before anything is sent, and show no value', async (_, options, name) => {
    const error = await failureOf(connect({ baseUrl, token, ...options } as never));
    expect(error).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expectNothing(error, key);
    expect(platform.seen).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['a user agent', { userAgent: 'x' }, 'userAgent'],
    ['headers', { headers: { 'X-Key': 'x' } }, 'headers'],
  ])('refuse %s in a browser', async (_, options, name) => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('process', {});
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0', onLine: true });
    const call = connect({ baseUrl, token, tokenKind: 'user', ...options });
    await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
  });
});
