import { inspect } from 'node:util';
import { type ApiError, type Application, connect, type ExportFailedError, type InputError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument, linksTo, namespace } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { type Answer, json, page, refusal, scriptedPlatform } from './support/platform.js';
import { expectNothing, token } from './support/secrets.js';

const platform = scriptedPlatform();

/** Clears a terminal, forges a line of a log, turns the direction of reading, and hides a character. */
const acting = 'a\u001b[2Jb\u009bc\r\nd\u202ee\u2066f\u200bg\u2028h\u0000i';
const escapes = [...acting].filter((character) => /[^a-zA-Z0-9[]/.test(character));

/** Everything that a program usually prints of an error. */
function texts(failure: unknown): string[] {
  const { message, stack = '' } = failure as Error;
  // Lines of a stack are its own.
  const head = stack.slice(0, stack.indexOf('\n    at '));
  return [message, head, inspect({ ...(failure as object) }, { depth: 9 }), JSON.stringify({ ...(failure as object) })];
}

function expectPrintable(failure: unknown): void {
  for (const text of texts(failure)) {
    const plain = text.replaceAll('\n', '');
    for (const character of escapes.filter((one) => one !== '\n')) expect(plain).not.toContain(character);
  }
  expect((failure as Error).message).not.toContain('\n');
}

/** What a GET fails with when its response is this one. */
async function failed(answer: Answer, url = 'c/1', options: Parameters<typeof platform.connect>[0] = {}) {
  const care = await platform.connect({ token, retry: 0, ...options });
  platform.on('GET', '/c/1', answer);
  return failureOf<ApiError>(care.request({ url }));
}

const problem = (name: string, message: string) => refusal(400, 'Refused.', [{ name, message }]);

describe('a text from outside cannot act on a terminal or a log:', () => {
  test.each<[string, Answer]>([
    ['the message of an error response', refusal(400, acting)],
    ['the message of a problem', problem('email', acting)],
    ['the name of a problem', problem(acting, 'Wrong.')],
    ['the title of a page of a gateway', page(`<title>${acting}</title>`, 502)],
  ])('%s', async (_, answer) => {
    expectPrintable(await failed(answer));
  });

  test('a content type', async () => {
    const care = await platform.connect({ token });
    platform.on('GET', '/c/1', () => new Response('x', { headers: { 'content-type': 'text/x\u009bb' } }));
    expectPrintable(await failureOf(care.client({ url: 'c/1' })));
  });

  test('the names of links and of the kind of a resource', async () => {
    const care = await platform.connect({ token });
    const document = clientDocument('1', { '@type': `${namespace}/${acting}`, '@links': linksTo({ [acting]: '/x' }) });
    platform.on('GET', '/c/1', json(document));
    const resource = (await care.open('c/1')) as { follow(name: string): Promise<unknown> };
    for (const name of ['none', `${acting}2`]) {
      const failure = await failureOf(resource.follow(name));
      expect(failure).toMatchObject({ name: 'LinkNotFoundError' });
      expectPrintable(failure);
    }
    platform.on('GET', '/x', refusal(404));
    expectPrintable(await failureOf(resource.follow(acting)));
  });

  test('the reason of an export', async () => {
    const care = await platform.connect({ token });
    const error = { message: acting, extra: [{ name: acting, message: acting, [acting]: [acting] }] };
    platform.on('GET', '/export/j1', json(exportJobDocument({ state: 'failed', error })));
    const job = await care.exportJob(`${baseUrl}/export/j1`);
    const failure = await failureOf<ExportFailedError>(job.completed());
    expect(failure.name).toBe('ExportFailedError');
    expectPrintable(failure);
  });

  test.each<[string, (care: Application) => unknown]>([
    ['field', (care) => care.updateClient({ id: '1' }, { [acting]: 1 } as never)],
    ['option', (care) => care.clients({ [acting]: 1 } as never).first()],
    ['parameter', (care) => care.request({ url: 'x', query: { [acting]: {} as never } })],
    ['kind of a user', (care) => care.client({ '@type': `x/${acting}/friend`, url: 'x' })],
  ])('the name of a misspelt %s', async (_, call) => {
    const care = await platform.connect({ token });
    expectPrintable(await failureOf((async () => call(care))()));
  });

  test('a warning about a response that is not as documented', async () => {
    const lines: string[] = [];
    const logger = { warn: (line: string) => void lines.push(line) };
    const care = await platform.connect({ token, validation: 'lenient', logger });
    const entry = { '@type': `${namespace}/diary/schema/entry#${acting}`, '@url': '/e', '@links': [], dt: acting };
    platform.on('GET', '/e', json(entry));
    await care.open('e');
    expect(lines).not.toHaveLength(0);
    for (const line of lines) for (const character of escapes) expect(line).not.toContain(character);
  });
});

test.each<[string, Answer]>([
  ['the message of an error response', refusal(400, 'x'.repeat(900_000))],
  ['the message of a problem', problem('email', 'x'.repeat(900_000))],
  ['the name of a problem', problem('x'.repeat(900_000), 'Wrong.')],
  ['many problems', refusal(400, 'x', new Array(20_000).fill({ name: 'labels', message: 'Unknown value.' }))],
])('%s is bounded', async (_, answer) => {
  for (const text of texts(await failed(answer))) expect(text.length).toBeLessThan(20_000);
});

test.each(['', '\u001b'.repeat(30)])('a text is cut at whole characters after %j', async (start) => {
  const shown = /^(?:\\u\{1b\})*(?:😀)+…$/u;
  for (const blanks of ['', '.']) {
    const reason = `${start}${'😀'.repeat(400)}`;
    const failure = await failed(problem(`${blanks}${reason}`, reason));
    const [found] = (failure as unknown as InputError).problems;
    expect(found?.name.replace(/^\./, '')).toMatch(shown);
    expect(found?.message).toMatch(shown);
  }
});

describe('the token is blanked in each place that echoes it:', () => {
  const echo = `Rejected header Authorization: svc-token ${token}.`;
  test.each<[string, Answer]>([
    ['in a message', refusal(403, echo)],
    ['in a problem', problem('Authorization', echo)],
    ['in the name of a problem', problem(`svc-token ${token}`, 'Wrong.')],
    ['in a title', page(`<title>${echo}</title>`, 400)],
    ['in upper case', refusal(400, echo.toUpperCase())],
    ['far into a long message', refusal(400, `${'x'.repeat(190)}${token}${'y'.repeat(5000)}`)],
  ])('%s', async (_, answer) => {
    expectNothing(await failed(answer), token.slice(0, 8));
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

  test('one that a function gave', async () => {
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
    expect(failure.problems[0]).toEqual({ name: 'shoe size', message: 'Unknown.' });
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

describe('a message names the first problems and counts the others:', () => {
  const wrong = new Array(20_000).fill(5);

  test('of what the caller gives', async () => {
    const care = await platform.connect({ token });
    const failure = await failureOf<InputError>(care.updateClient({ id: '1' }, { labels: wrong as string[] }));
    expect(failure.message.length).toBeLessThan(4100);
    expect(failure.problems).toHaveLength(100);
    expect(failure.problems[0]).toMatchObject({ name: 'labels.0' });
  });

  test('of misspelt names and unknown choices', async () => {
    const care = await platform.connect({ token });
    const misspelt = Object.fromEntries(wrong.map((_, index) => [`name${index}`, 1]));
    for (const call of [
      () => care.updateClient({ id: '1' }, misspelt as never),
      () => care.catalogue({ limit: 1, contentTypes: wrong } as never).first(),
      () => care.clients(misspelt as never).first(),
      () => connect({ baseUrl, token, ...misspelt } as never),
    ]) {
      const failure = await failureOf<InputError>((async () => call())());
      expect(failure.name).toBe('InputError');
      expect(failure.message.length).toBeLessThan(4100);
      expect(failure.problems).toHaveLength(100);
    }
  });

  test('of what the platform sends', async () => {
    const care = await platform.connect({ token, retry: 0 });
    platform.on('GET', '/c/1', json(clientDocument('1', { labels: wrong })));
    const failure = await failureOf<InputError>(care.client({ url: 'c/1' }));
    expect(failure).toMatchObject({ name: 'ResponseValidationError' });
    expect(failure.message.length).toBeLessThan(4100);
    expect(failure.problems).toHaveLength(100);
  });

  test('of links', async () => {
    const care = await platform.connect({ token });
    const links = Object.fromEntries(wrong.map((_, index) => [`link${index}`, '/x']));
    platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo(links) })));
    const failure = await failureOf<Error>((await care.client({ url: 'c/1' })).follow('none'));
    expect(failure.message.length).toBeLessThan(4100);
  });
});
