import { type ApiError, connect, type InputError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { page, type Responder, refusal } from './support/platform.js';
import { problem, refusingPlatform } from './support/refusing-platform.js';
import { expectNothing, token } from './support/secrets.js';

const { platform, failed } = refusingPlatform();

describe('the token is blanked in each place that echoes it:', () => {
  const echo = `Rejected header Authorization: svc-token ${token}.`;
  test.each<[string, Responder]>([
    ['in a message', refusal(403, echo)],
    ['in a problem', problem('Authorization', echo)],
    ['in the name of a problem', problem(`svc-token ${token}`, 'Wrong.')],
    ['in a title', page(`<title>${echo}</title>`, 400)],
    ['in upper case', refusal(400, echo.toUpperCase())],
    ['far into a long message', refusal(400, `${'x'.repeat(190)}${token}${'y'.repeat(5000)}`)],
  ])('%s', async (_, respond) => {
    expectNothing(await failed(respond), token.slice(0, 8));
  });

  test('in a content type', async () => {
    const care = await platform.connect({ token });
    platform.on('GET', '/c/1', () => new Response('x', { headers: { 'content-type': `text/${token}` } }));
    expectNothing(await failureOf(care.client({ url: 'c/1' })));
  });

  const long = `${token}/AbCdEfGh+IjKlMnOpQrStUvWxYz==`;
  test.each<[string, string]>([
    ['cut off', long.slice(0, 20)],
    ['with escaped strokes', long.replaceAll('/', '\\/')],
    ['in escapes of a URL', Array.from(long, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
    ['in escapes of JSON', Array.from(long, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')],
    ['in entities', Array.from(long, (letter) => `&#${letter.charCodeAt(0)};`).join('')],
    ['in upper case, beside a letter that becomes two in lower case', `İ ${long.toUpperCase()}`],
  ])('%s', async (_, echoed) => {
    const failure = await failed(refusal(403, `Rejected ${echoed}.`), 'c/1', { token: long });
    expect(failure).toMatchObject({
      name: 'ForbiddenError',
      reason: expect.stringMatching(/^(?:İ )?Rejected (?:İ )?\[…\]\.$/),
    });
  });

  test.each(['', 'svc-token ', 'Authorization: svc-token ', 'm:', 'me:'])('in base64, behind %j', async (before) => {
    const echoed = btoa(before + long);
    const failure = await failed(refusal(403, `Rejected ${echoed}.`), 'c/1', { token: long });
    // Two letters of the token may stand in one group with what is before it.
    const shown = Math.ceil((before.length + 2) / 3) * 4;
    expect((failure as ApiError).reason.length).toBeLessThanOrEqual(`Rejected […].`.length + shown);
  });

  test('as a token that a function returned', async () => {
    expectNothing(await failed(refusal(403, echo), 'c/1', { token: async () => token }));
  });

  test.each(['retry', 'timeout', 'deadline', 'maxResponseBytes', 'validation', 'tokenKind', 'mapLink', 'baseUrl'])(
    'as the option `%s`',
    async (name) => {
      expectNothing(await failureOf(connect({ baseUrl, token, [name]: token } as never)));
      expectNothing(await failureOf(connect({ baseUrl: `${baseUrl}/api/${token}`, token, [name]: token } as never)));
    },
  );
});

describe('the values of the request are blanked in each place that quotes them:', () => {
  const fields = { last_name: 'Verhoeven', email: 'verhoeven@example.org', bsn: '999994669' };
  const quotes = Object.values(fields);

  test('in the message and the problems of a refused update, and the names of fields stay', async () => {
    const care = await platform.connect({ token, retry: 0 });
    const extra = quotes.map((quote, index) => ({
      name: Object.keys(fields)[index],
      message: `Already used: '${quote}' (${encodeURIComponent(quote)}, ${quote.toUpperCase()}).`,
    }));
    platform.on('PATCH', '/aux/client/id/EHR-1', refusal(400, `Wrong: ${quotes.join(', ')}`, extra));
    const failure = await failureOf<InputError>(care.updateClient({ id: 'EHR-1' }, fields));
    expect(failure).toMatchObject({ name: 'InvalidInputError' });
    expect(failure.problems.map(({ name }) => name)).toEqual(Object.keys(fields));
    expectNothing(failure);
  });

  test('in the name of a problem, unless it may be the name of a field', async () => {
    const care = await platform.connect({ token, retry: 0 });
    const names = ['shoe size', 'verhoeven@example.org', '999994669', 'MRN-4711'];
    platform.on(
      'POST',
      '/x',
      refusal(
        400,
        'Refused.',
        names.map((name) => ({ name, message: 'Unknown.' })),
      ),
    );
    const call = care.request({ method: 'POST', url: 'x', body: { properties: names } });
    const failure = await failureOf<InputError>(call);
    expect(failure.problems[0]).toEqual({ name: 'shoe size', message: 'Unknown.', code: 'unknown-value' });
    expectNothing(failure);
  });

  test('a long text that is quoted in part', async () => {
    const note = `${'She slept badly and '.repeat(300)}panic`;
    const care = await platform.connect({ token, retry: 0 });
    platform.on('POST', '/x', refusal(400, `Too long: ${note.slice(0, 150)}…`));
    const failure = await failureOf<ApiError>(care.request({ method: 'POST', url: 'x', body: { list: [{ note }] } }));
    expectNothing(failure, 'slept');
  });

  const name = 'O\'Brien "Müller" & Zoë/İ';
  test.each<[string, (value: string) => string]>([
    ['as it is', (value) => value],
    ['in JSON', (value) => JSON.stringify(value).slice(1, -1)],
    [
      'in JSON of ASCII',
      (value) => value.replace(/[^ -~]/g, (one) => `\\u0${one.charCodeAt(0).toString(16).padStart(3, '0')}`),
    ],
    ['in a form', (value) => String(new URLSearchParams({ value })).slice('value='.length)],
    ['in HTML', (value) => value.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;')],
    ['in upper case', (value) => value.toUpperCase()],
    ['in lower case', (value) => value.toLowerCase()],
    ['in letters that are taken apart', (value) => value.normalize('NFD')],
    ['without accents', (value) => value.normalize('NFD').replace(/\p{M}/gu, '')],
    ['with other blanks', (value) => value.replaceAll(' ', '\u00a0')],
  ])('a name %s', async (_, spelled) => {
    const care = await platform.connect({ token, retry: 0 });
    platform.on('POST', '/x', refusal(400, `Refused: <${spelled(name)}>.`));
    const failure = await failureOf<ApiError>(care.request({ method: 'POST', url: 'x', body: { name } }));
    expect(failure.reason).toBe('Refused: <[…]>.');
  });

  test('a parameter, an external id, and a field of a search', async () => {
    const care = await platform.connect({ token, retry: 0 });
    const quoting = refusal(404, 'Nothing for MRN-4711, verhoeven@example.org or verhoeven%40example.org.');
    platform.on('GET', '/c/MRN-4711', quoting);
    platform.on('GET', '/aux/client/id/MRN-4711', quoting);
    const query = { email: 'verhoeven@example.org' };
    expectNothing(await failureOf(care.request({ url: 'c/MRN-4711', query })), 'verhoeven');
    const read = care.client({ id: 'MRN-4711' }, { extra: { query } });
    expectNothing(await failureOf(read), 'verhoeven');
  });

  test('a short word stays readable', async () => {
    const care = await platform.connect({ token: 'x', retry: 0 });
    platform.on('POST', '/x', refusal(400, 'No such box.'));
    const failure = await failureOf<ApiError>(care.request({ method: 'POST', url: 'x', body: { a: 'box', b: 'o' } }));
    expect(failure.reason).toBe('No such box.');
  });
});
