import {
  ApiError,
  type Application,
  BadRequestError,
  type CareError,
  ConnectionError,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  isCareError,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
} from 'care-platform';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { empty, json, lost, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

async function ask(
  respond: Responder,
  call = (care: Application): Promise<unknown> => care.request({ url: 'c/8f31' }),
) {
  const care = await platform.connect({ retry: 0 });
  platform.on('GET', '/c/8f31', respond);
  return call(care);
}

async function failure<Kind extends CareError = ApiError>(respond: Responder): Promise<Kind> {
  const found = await ask(respond).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isCareError(found)).toBe(true);
  return found as Kind;
}

const encoded =
  (bytes: number[], type: string): Responder =>
  () =>
    new HttpResponse(new Uint8Array(bytes), { headers: { 'content-type': type } });

describe('the status decides the class of the error', () => {
  test.each<[number, new (...args: never[]) => CareError]>([
    [400, BadRequestError],
    [401, UnauthorizedError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [405, MethodNotAllowedError],
    [406, InvalidPayloadError],
    [409, ApiError],
    [418, ApiError],
    [429, RateLimitedError],
    [500, ServerError],
    [502, ServerError],
    [503, ServerError],
    [599, ServerError],
  ])('%i', async (status, kind) => {
    const error = await failure(refusal(status, 'It said so.'));
    expect(error.constructor).toBe(kind);
    expect(isCareError(error, kind.name as 'ApiError')).toBe(true);
    expect(error).toMatchObject({ name: kind.name, status, code: status, reason: 'It said so.', problems: [] });
    expect(error).toMatchObject({ method: 'GET', target: 'request', attempts: 1 });
    expect(error.message).toContain(`${status}: It said so.`);
  });

  test('with a body that has problems of values, is that of invalid input', async () => {
    const extra = [{ name: 'email', message: 'Not a valid email address.' }];
    const error = await failure(refusal(400, 'Invalid JSON input', extra));
    expect(error.constructor).toBe(InvalidInputError);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.problems).toEqual(extra.map((problem) => ({ ...problem, code: 'invalid-format' })));
    expect(error.message).toContain('email: Not a valid email address.');
  });

  test('whatever code the body claims', async () => {
    const error = await failure(json({ code: 200, message: 'fine' }, 404));
    expect(error.constructor).toBe(NotFoundError);
    expect([error.status, error.code]).toEqual([404, 200]);
  });
});

describe('an error response that is not the platform’s', () => {
  test.each([
    [true, json({ code: 404, message: '' }, 404)],
    [false, json({ message: 'no Route matched with those values' }, 404)],
    [false, json({ code: 404 }, 404)],
    [false, json({ code: '404', message: 'Not found.' }, 404)],
    [false, page('404 page not found', 404, 'text/plain')],
    [false, empty(404)],
  ])('is known by `isFromPlatform`: %s', async (isFromPlatform, respond) => {
    await expect(ask(respond)).rejects.toMatchObject({ name: 'NotFoundError', isFromPlatform });
  });

  const gateway = '<html><head><title>502 Bad\n Gateway</title></head><body>Patient Verhoeven</body></html>';

  test('is reported by its title, without the rest of the page', async () => {
    const error = await failure(page(gateway, 502));
    expect(error.constructor).toBe(ServerError);
    expect(error.reason).toBe('502 Bad Gateway');
    expect(JSON.stringify(error) + error.stack).not.toContain('Verhoeven');
  });

  test('is not taken for the platform’s if it is a page, as of a proxy', async () => {
    const blocked = await failure(page('<!DOCTYPE html><html><title>Blocked by policy</title></html>', 403));
    expect(blocked.constructor).toBe(ForbiddenError);
    expect(blocked.reason).toBe('Blocked by policy');
    const meaning = ({ message }: ApiError) => message.split('403')[1]?.replace(/^: .*?\./, '');
    expect(meaning(blocked)).not.toBe(meaning(await failure(refusal(403, 'Blocked by policy'))));
  });

  test.each<[string, Responder]>([
    ['nothing', () => new HttpResponse(null, { status: 404 })],
    ['text', page('Too late.', 404, 'text/plain')],
    ['an array', json([1], 404)],
    ['a string', json('gone', 404)],
    ['null', json(null, 404)],
    ['JSON that is cut off', page('{"code": 404, "mess', 404, 'application/json')],
    ['JSON without the documented keys', json({ error: 'gone' }, 404)],
    ['JSON with other types', json({ code: '404', message: ['gone'], extra: 'gone' }, 404)],
  ])('may have %s as body', async (_, respond) => {
    const error = await failure(respond);
    expect(error.constructor).toBe(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 404, reason: '', problems: [] });
  });

  test.each([
    ['null', null, []],
    ['an object', { name: 'email' }, []],
    [
      'a list of odd entries',
      [null, 'x', { name: 1, message: 'y' }, { name: 'a', message: 'b' }],
      [{ name: 'a', message: 'b', code: 'invalid' }],
    ],
  ])('may have %s as `extra`', async (_, extra, problems) => {
    expect((await failure(refusal(400, 'No.', extra))).problems).toEqual(problems);
  });

  test('is kept short', async () => {
    expect((await failure(refusal(400, 'x'.repeat(5000)))).reason.length).toBeLessThan(250);
  });
});

describe('a good status with something that is not the platform’s JSON', () => {
  test.each<[string, Responder]>([
    ['a login page', page('<html><title>Log in</title></html>')],
    ['JSON of another type', page('{"a": 1}', 200, 'text/html')],
    ['JSON that is cut off', page('{"a": 1', 200, 'application/json')],
    ['text', page('fine', 200, 'text/plain')],
    ['a redirect without a place', () => new HttpResponse(null, { status: 302 })],
  ])('is unexpected: %s', async (_, respond) => {
    const error = await failure<UnexpectedResponseError>(respond);
    expect(error.constructor).toBe(UnexpectedResponseError);
    expect(error.method).toBe('GET');
    expect(error.status).toBeLessThan(400);
  });

  test('distinguishes a response that broke off from one that is another’s', async () => {
    expect((await failure<UnexpectedResponseError>(page('{"a": 1', 200, 'application/json'))).cutOff).toBe(true);
    expect((await failure<UnexpectedResponseError>(page('<html>'))).cutOff).toBe(false);
  });
});

describe('a good response', () => {
  test.each<[string, Responder, unknown]>([
    ['in UTF-8', encoded([0x22, 0xc3, 0xa9, 0x22], 'application/json;charset=UTF-8'), 'é'],
    ['in UTF-8 where nothing else is said', encoded([0x22, 0xc3, 0xa9, 0x22], 'application/json'), 'é'],
    ['in ISO-8859-1', encoded([0x22, 0xe9, 0x22], 'application/json; charset=ISO-8859-1'), 'é'],
    ['in a charset within quotes', encoded([0x22, 0xe9, 0x22], 'application/json; charset="iso-8859-1"'), 'é'],
    ['in a charset within the wrong quotes', encoded([0x22, 0xe9, 0x22], "application/json; charset='latin1'"), 'é'],
    ['in UTF-16', encoded([0x22, 0, 0xe9, 0, 0x22, 0], 'application/json; charset=utf-16le'), 'é'],
    ['in a charset that nobody knows', encoded([0x22, 0x61, 0x22], 'application/json; charset=klingon'), 'a'],
    ['with a byte-order mark', encoded([0xef, 0xbb, 0xbf, 0x22, 0x61, 0x22], 'application/json'), 'a'],
    ['of a type that ends in +json', encoded([0x31], 'application/problem+json'), 1],
    ['with no content', empty(204), undefined],
    ['with an empty body', empty(200), undefined],
    ['with a blank body', page(' \n', 200, 'text/plain'), undefined],
  ])('is read %s', async (_, respond, data) => {
    expect(await ask(respond)).toMatchObject({ data });
  });

  test('is requested as JSON, without a charset, and not from a cache', async () => {
    await ask(json({}));
    const { headers } = platform.seen[0] ?? { headers: new Headers() };
    expect(headers.get('accept')).toContain('application/json');
    expect(headers.has('accept-charset')).toBe(false);
    expect(headers.get('authorization')).toBe('svc-token token-of-the-tests');
    // Each other one costs a page of another origin a preflight.
    const runtime = /^(accept-|host$|connection$|user-agent$|sec-fetch-mode$|cache-control$|pragma$)/;
    expect([...headers.keys()].filter((name) => !runtime.test(name))).toEqual(['accept', 'authorization']);
  });

  test('of a read of text is text, as the calendar', async () => {
    const ics = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    platform.on('GET', '/c/8f31', json({}));
    const care = await platform.connect();
    const links = [{ name: 'planning.ics', url: '/api/2/c/8f31/planning/ics' }];
    platform.on('GET', '/c/8f31', json({ '@type': 'https://care.example/ns/friend', '@links': links, active: true }));
    platform.on('GET', '/c/8f31/planning/ics', page(ics, 200, 'text/calendar;charset=utf-8'));
    expect(await (await care.friend({ url: 'https://care.example/api/2/c/8f31' })).calendar()).toBe(ics);
  });
});

describe('no response', () => {
  test('is a connection error that may have arrived', async () => {
    const error = await failure<ConnectionError>(lost);
    expect(error.constructor).toBe(ConnectionError);
    expect(error.mayHaveArrived).toBe(true);
  });

  test.each<[string, { code?: string; syscall?: string }, boolean]>([
    ['connection refused', { code: 'ECONNREFUSED', syscall: 'connect' }, false],
    ['host unknown', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
    ['connecting took too long', { code: 'ETIMEDOUT', syscall: 'connect' }, false],
    ['certificate refused', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, false],
    ['connection reset', { code: 'ECONNRESET', syscall: 'read' }, true],
    ['no route in the middle of it', { code: 'EHOSTUNREACH', syscall: 'read' }, true],
    ['encryption broke in the middle of it', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, true],
    ['unknown cause', {}, true],
  ])('reports whether the request left: %s', async (_, details, mayHaveArrived) => {
    const cause = Object.assign(new Error('what the system said'), details);
    let broken = false;
    const care = await platform.connect({
      retry: 0,
      fetch: async (...args) => {
        if (broken) throw new TypeError('fetch failed', { cause });
        return globalThis.fetch(...args);
      },
    });
    broken = true;
    const error = await care.request({ url: 'c' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveArrived, code: details.code });
  });
});

test('messages name the link and the kind; paths show documented segments only', async () => {
  const error = await failure(refusal(404));
  expect(error.message).toMatch(/^GET request \(\/api\/2\/c\/\*\) .*404/);
  expect(error.requestUrl()).toBe('https://care.example/api/2/c/8f31');
  expect(JSON.stringify(error) + error.stack).not.toContain('8f31');
});
