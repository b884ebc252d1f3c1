import { inspect } from 'node:util';
import { type Application, connect, type ExportFailedError, type InputError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument, linksTo, namespace } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { json, page, type Responder, refusal } from './support/platform.js';
import { problem, refusingPlatform } from './support/refusing-platform.js';
import { token } from './support/secrets.js';

const { platform, failed } = refusingPlatform();

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

describe('a text from outside cannot act on a terminal or a log:', () => {
  test.each<[string, Responder]>([
    ['the message of an error response', refusal(400, acting)],
    ['the message of a problem', problem('email', acting)],
    ['the name of a problem', problem(acting, 'Wrong.')],
    ['the title of a page of a gateway', page(`<title>${acting}</title>`, 502)],
  ])('%s', async (_, respond) => {
    expectPrintable(await failed(respond));
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
    const failure = await failureOf<ExportFailedError>(job.waitForCompletion());
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

test.each<[string, Responder]>([
  ['the message of an error response', refusal(400, 'x'.repeat(900_000))],
  ['the message of a problem', problem('email', 'x'.repeat(900_000))],
  ['the name of a problem', problem('x'.repeat(900_000), 'Wrong.')],
  ['many problems', refusal(400, 'x', new Array(20_000).fill({ name: 'labels', message: 'Unknown value.' }))],
])('%s is bounded', async (_, respond) => {
  for (const text of texts(await failed(respond))) expect(text.length).toBeLessThan(20_000);
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

describe('a message names the first problems and counts the others', () => {
  const wrong = new Array(20_000).fill(5);

  test('in inputs of the caller', async () => {
    const care = await platform.connect({ token });
    const failure = await failureOf<InputError>(care.updateClient({ id: '1' }, { labels: wrong as string[] }));
    expect(failure.message.length).toBeLessThan(4100);
    expect(failure.problems).toHaveLength(100);
    expect(failure.problems[0]).toMatchObject({ name: 'labels.0' });
  });

  test('in misspelt names and unknown choices', async () => {
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

  test('in responses of the platform', async () => {
    const care = await platform.connect({ token, retry: 0 });
    platform.on('GET', '/c/1', json(clientDocument('1', { labels: wrong })));
    const failure = await failureOf<InputError>(care.client({ url: 'c/1' }));
    expect(failure).toMatchObject({ name: 'ResponseValidationError' });
    expect(failure.message.length).toBeLessThan(4100);
    expect(failure.problems).toHaveLength(100);
  });

  test('in links', async () => {
    const care = await platform.connect({ token });
    const links = Object.fromEntries(wrong.map((_, index) => [`link${index}`, '/x']));
    platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo(links) })));
    const failure = await failureOf<Error>((await care.client({ url: 'c/1' })).follow('none'));
    expect(failure.message.length).toBeLessThan(4100);
  });
});
