import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { json, page, type Responder, refusal, scriptedPlatform } from './support/platform.js';
import { connectService } from './support/several-users.js';

const platform = scriptedPlatform();
const lines: string[] = [];
const log = (...given: unknown[]) => lines.push(given.map((value) => inspect(value, { depth: 9 })).join(' '));
const options = {
  retry: 0,
  logger: { debug: log, info: log, warn: log, error: log },
  hooks: { afterResponse: log, afterCall: log },
};

afterEach(() => lines.splice(0));

const odd = 'Q7x/+Zt=pV"0&k%2<9w~Ld-41c';
const codes = (text: string) => [...text].map((character) => character.charCodeAt(0));

const spellings: [string, (token: string) => string][] = [
  ['as it is', (token) => token],
  ['in another case', (token) => token.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  [
    'percent-encoded in each character',
    (token) =>
      codes(token)
        .map((code) => `%${code.toString(16)}`)
        .join(''),
  ],
  ['in JSON', (token) => JSON.stringify(token)],
  ['in JSON inside of JSON', (token) => JSON.stringify(JSON.stringify([token]))],
  [
    'in JSON, with escapes',
    (token) =>
      codes(token)
        .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
        .join(''),
  ],
  ['in HTML', (token) => token.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  ['in base64', btoa],
  ['in base64, after a name', (token) => btoa(`noor:${token}`)],
  ['in base64, after a longer name', (token) => btoa(`visitor:${token}`)],
  ['with all before its end cut off', (token) => token.slice(0, 20)],
];

/** Of base64 after a name, the first letters are those of the name. */
function expectHidden(text: string, quoted: string): void {
  expect(text).toContain('[…]');
  for (let at = /^(?:bm9v|dmlz)/.test(quoted) ? 16 : 0; at + 8 <= quoted.length; at += 4)
    expect(text).not.toContain(quoted.slice(at, at + 8));
}

describe('the token of another user, quoted without a scheme', () => {
  test.each(spellings)('is in no error, log line or hook: %s', async (_, spell) => {
    const care = await connectService(platform, options);
    platform.on('GET', '/c/1', json(clientDocument('1')));
    await care.as(odd).client({ url: `${baseUrl}/c/1` });
    const quoted = spell(odd);
    const extra = [{ name: 'pool', message: `Is ${quoted}, which has ended.` }];
    const responses: Responder[] = [
      refusal(502, `No session ${quoted} here.`),
      refusal(400, 'Refused.', extra),
      page(`<title>Session ${quoted.replaceAll('<', '&lt;')} ended</title>`, 503),
    ];
    for (const respond of responses) {
      platform.on('GET', '/c/2', respond);
      const error = await failureOf(care.client({ url: `${baseUrl}/c/2` }));
      const shown = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), ...lines].join('\n');
      expectHidden(shown, quoted);
    }
  });

  test('is in none of a connection that is not its own', async () => {
    const [other, care] = [await connectService(platform, { token: odd }), await connectService(platform, options)];
    platform.on('GET', '/c/2', refusal(502, `No session ${odd} here.`));
    expectHidden(inspect(await failureOf(care.client({ url: `${baseUrl}/c/2` }))), odd);
    other.close();
  });

  test('is in no header that `onResponse` gets', async () => {
    const care = await connectService(platform, options);
    care.as(odd);
    platform.on('GET', '/c/1', (request) => {
      const response = json(clientDocument('1'))(request) as Response;
      response.headers.set('x-request-id', `r-${odd}-1`);
      return response;
    });
    const ids: unknown[] = [];
    await care.client({ url: `${baseUrl}/c/1` }, { onResponse: ({ requestId }) => void ids.push(requestId) });
    expect(ids).toEqual(['r-[…]-1']);
  });
});

test('an earlier token of a connection is in no error', async () => {
  const tokens = ['first-token-0123456789abcdef', 'second-token-0123456789abcdef'];
  const care = await connectService(platform, {
    ...options,
    token: () => tokens.shift() ?? 'third-token-0123456789abcdef',
  });
  platform.on('GET', '/c/1', refusal(401), refusal(502, 'No session first-token-0123456789abcdef here.'));
  const error = await failureOf(care.client({ url: `${baseUrl}/c/1` }));
  expect(error).toMatchObject({ name: 'ServerError', reason: 'No session […] here.' });
});

test('the tokens of the last thousand users are found, and words that begin as they do stay', async () => {
  const care = await connectService(platform, options);
  for (let user = 0; user < 1200; user++) care.as(`visitor-${String(user).padStart(6, '0')}-of-the-portal`);
  const reason = 'visitor-000900-of-the-portal is no visitor-number of ours, nor visitor-000.';
  platform.on('GET', '/c/2', refusal(502, reason));
  const error = await failureOf(care.client({ url: `${baseUrl}/c/2` }));
  expect(error).toMatchObject({ reason: '[…] is no visitor-number of ours, nor visitor-000.' });
});
