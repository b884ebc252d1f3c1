import type { BadRequestError, ConnectOptions, RawRequest } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { connectedTo } from '../support/scripted-fetch.js';

/** What an error shows of the platform's text, after a request. */
async function shown(text: string, request: Partial<RawRequest> = {}, options: Partial<ConnectOptions> = {}) {
  const respond = async () => Response.json({ code: 400, message: text, extra: [] }, { status: 400 });
  const care = await connectedTo(respond as never, { retry: 0, ...options });
  const failure = await failureOf<BadRequestError>(
    care.request({ method: 'PATCH', url: 'c/8f31', ...request } as never),
  );
  care.close();
  return failure.reason;
}

test.each<[string, string, string, Partial<RawRequest>?]>([
  ['the token of a scheme', 'The token Bearer abcd-efgh1 has ended.', 'The token Bearer […] has ended.'],
  ['two tokens', 'svc-token=a1b2c3d4e5, basic "dXNlcjpwYXNz1"', 'svc-token=[…], basic "[…]"'],
  ['a long token of letters only', 'Bearer abcdefghijklmnopqrstuvwxyz!', 'Bearer […]'],
  ['the id in the path', 'There is no 8f31 here, nor 8F31.', 'There is no […] here, nor […].'],
  ['an id between documented parts', 'No relations of 8f31', 'No relations of […]', { url: 'c/8f31/relations' }],
  ['an id with an escape that is none', 'No %zzab here', 'No […] here', { url: 'c/%zzab' }],
  ['an escaped id', 'No Ver hoeven here', 'No […] here', { url: 'c/Ver%20hoeven' }],
  ['a value of the query', 'Bad Verhoeven.', 'Bad […].', { query: { name: 'Verhoeven' } }],
  ['a text of the body', 'Bad Verhoeven.', 'Bad […].', { body: { a: [{ b: 'Verhoeven' }] } }],
  ['a number of the body', 'Bad 12345.', 'Bad […].', { body: { a: 12345 } }],
  ['a value of four letters', 'Bad abcd.', 'Bad […].', { body: { a: 'abcd' } }],
  ['a name, its accent apart', 'No Jose\u0301 here', 'No […] here', { body: { a: 'José' } }],
  ['a name, its accent left out', 'No JOSE here', 'No […] here', { body: { a: 'José' } }],
  ['a value in HTML', 'No A&AMP;B&#x43;&#68; here', 'No […] here', { body: { a: 'A&BCD' } }],
  ['a value in a URL', 'No Jos%C3%a9%20Wit here', 'No […] here', { body: { a: 'José Wit' } }],
  ['a value in a form', 'No Jos%C3%A9+Wit here', 'No […] here', { body: { a: 'José Wit' } }],
  ['a value in JSON', 'No Jos\\u00E9 Wit here', 'No […] here', { body: { a: 'José Wit' } }],
  [
    'a value without its first letters',
    'No Verhoeven-bcd here',
    'No […]-bcd here',
    { body: { a: 'Verhoeven', b: 'abcd' } },
  ],
  ['a value that is quoted in part', `No ${'a'.repeat(32)} here`, 'No […] here', { body: { a: 'a'.repeat(99) } }],
  ['values beside each other', 'No abcdefgh here', 'No […] here', { body: { a: 'abcd', b: 'efgh' } }],
  ['a value at both ends', 'abcd or abcd', '[…] or […]', { body: { a: 'abcd' } }],
])('a text does not show %s', async (_, text, expected, request) => {
  expect(await shown(text, request)).toBe(expected);
});

test.each<[string, string, Partial<RawRequest>?]>([
  ['words about schemes', 'Use Basic authentication, or bearer.'],
  ['documented parts of the path', 'The relations of the client', { url: 'c/8f31/relations' }],
  ['values of three letters', 'Bad abc.', { body: { a: 'abc' } }],
  ['less of a long value than its beginning', `No ${'a'.repeat(31)} here`, { body: { a: 'a'.repeat(99) } }],
])('a text shows %s', async (_, text, request) => {
  expect(await shown(text, request)).toBe(text);
});

test('a text is one line without spaces around it', async () => {
  expect(await shown(' Two\r\n lines.\t\n')).toBe('Two lines.');
});

test('a text does not show the parts of a header of the caller that are long enough to be secret', async () => {
  const headers = { 'x-gateway': 'key=12345678; id=1234567' };
  expect(await shown('Key 12345678 of 1234567', {}, { headers })).toBe('Key […] of 1234567');
});

describe('a text does not show the token of the connection', () => {
  const token = 'q7Zk-81x.Vw_3';
  test.each([
    ['as it is', token],
    ['by its first eight letters', token.slice(0, 8)],
    ['in base64', btoa(token)],
    ['in base64 after one byte', btoa(`:${token}`).slice(4)],
    ['in base64 after two bytes', btoa(`a:${token}`).slice(4)],
  ])('%s', async (_, quoted) => {
    expect(await shown(`No ${quoted} here`, {}, { token })).toBe('No […] here');
  });
});

describe('a text does not show the token of another connection', () => {
  const token = 'b2Xn.40k_Tr-9w8';
  const quoted = async (text: string) => {
    (await connectedTo(fetch, { token, baseUrl: 'https://other.example/api/2' })).close();
    return shown(`No ${text} here`);
  };
  test('as it is, nor its first twelve letters', async () => {
    expect(await quoted(token)).toBe('No […] here');
    expect(await quoted(token.slice(0, 12))).toBe('No […] here');
  });

  test('but eleven letters of it, since tokens are many', async () => {
    expect(await quoted(token.slice(0, 11))).toBe(`No ${token.slice(0, 11)} here`);
  });

  test('at its very end', async () => {
    (await connectedTo(fetch, { token, baseUrl: 'https://other.example/api/2' })).close();
    expect(await shown(`No ${token}`)).toBe('No […]');
  });
});

test('of a text of more than 4,000 characters the last 128 are left out, since a value may begin there', async () => {
  const spaces = (count: number) => ' '.repeat(count);
  expect(await shown(`${spaces(3996)}here`)).toBe('here');
  expect(await shown(`${spaces(3997)}here`)).toBe('');
  const text = `${'.'.repeat(130)}${spaces(3862)}Verhoeven`;
  expect(await shown(text, { body: { a: 'Verhoeven and others' } })).toBe('.'.repeat(11));
});

test('a text after a request with too many values is left out', async () => {
  const values = (count: number) => ({ body: { a: Array.from({ length: count }, (_, at) => `value-${at}`) } });
  expect(await shown('Bad.', values(20_001))).toBe('');
  expect(await shown('Bad.', values(10_000))).toBe('Bad.');
});
