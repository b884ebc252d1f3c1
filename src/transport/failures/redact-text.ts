import { knownTokens } from '../../runtime/known-tokens.js';
import { redactPath } from './description.js';

/** Removes the tokens from a text of the platform or a gateway, and the values of the request, unless `valuesStay`. */
export type Redactor = (text: string, valuesStay?: boolean) => string;

/** The request whose values are removed. */
interface RedactedCall {
  readonly request: { readonly url: URL; readonly body?: object | undefined };
  readonly settings: {
    readonly documentedPaths: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
}

/** Shorter values are parts of other words too often. */
const shortest = 4;
/** A long value is found by its beginning, since a text may quote only a part. A token is found by a shorter beginning. */
const headLength = 32;
const tokenHead = 8;
const ownHeaderHead = 16;
/** Tokens of other users are many, and a word may begin as one of them does. */
const otherTokenHead = 12;
/** A shorter value of a header is a word, such as `test`, which names of fields contain too. */
const shortestHeader = 8;
const maxSearched = 4000;
/** If the request has more values, the text is left out. */
const maxValues = 20_000;
const mark = '[…]';
/**
 * A token by its form: it may be that of another user of this connection. A word has no digit and no hyphen, such as the one
 * after `Basic` in a text about schemes.
 */
const quotedToken =
  /\b(?:svc-token|bearer|basic)[\s:="'<\\]+((?=[^\s"'<>,;]*(?:[\d_~+/=]|[-.]\w)|[^\s"'<>,;]{24})[^\s"'<>,;]{8,})/gi;
/** Characters by which spellings of one value differ: accents, quotes and escape characters. */
const ignored = /[\p{M}\p{Cc}\p{Cf}\p{Cs}\\"'`]/u;
const accent = /\p{M}/u;
const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** A value to remove, and how much of it must be found. */
interface Secret {
  readonly letters: string;
  readonly head: string;
}

interface RedactedResponse {
  readonly call: RedactedCall;
  readonly authorization: string | undefined;
}

/** A response whose texts may be shown only without the values of its request. */
export interface FailedResponse extends RedactedResponse {
  readonly call: RedactedResponse['call'] & { readonly request: { readonly unauthorizedHint?: string | undefined } };
}

export function redactorFor({ call, authorization }: RedactedResponse): Redactor {
  let secrets: readonly Secret[] | undefined;
  const known = new Map<string, string>();
  const { headers = {} } = call.settings;
  const tokens = [
    ...secretsOf(spellingsOf(authorization), tokenHead),
    // The headers of the caller may hold the key of a gateway.
    ...secretsOf(Object.values(headers).flatMap(headerParts), ownHeaderHead),
  ];
  return (text, valuesStay = false) => {
    if (valuesStay) return withoutSecrets(text, tokens);
    secrets ??= [...tokens, ...valuesOf(call)];
    const found = known.get(text) ?? (secrets.length > maxValues ? '' : withoutSecrets(text, secrets));
    known.set(text, found);
    return found;
  };
}

const secretsOfTokens = new Map<string, readonly Secret[]>();
/** The secrets of `knownTokens` by their first letters, so that the time of a search does not depend on their number. */
const secretsByHead = new Map<string, Set<Secret>>();

/** Makes the two indexes match `knownTokens`. */
function indexKnownTokens(): void {
  for (const token of knownTokens) {
    if (secretsOfTokens.has(token)) continue;
    const secrets = secretsOf(spellingsOf(token), otherTokenHead).filter(({ head }) => head.length >= tokenHead);
    secretsOfTokens.set(token, secrets);
    for (const secret of secrets) {
      const head = secret.letters.slice(0, tokenHead);
      secretsByHead.set(head, (secretsByHead.get(head) ?? new Set()).add(secret));
    }
  }
  if (secretsOfTokens.size <= knownTokens.size) return;
  for (const [token, secrets] of secretsOfTokens) {
    if (knownTokens.has(token)) continue;
    secretsOfTokens.delete(token);
    for (const secret of secrets) {
      const head = secret.letters.slice(0, tokenHead);
      const others = secretsByHead.get(head);
      others?.delete(secret);
      if (others?.size === 0) secretsByHead.delete(head);
    }
  }
}

/** The token as it is and in base64, where it depends on the number of bytes before it, such as those of its scheme. */
function spellingsOf(authorization = ''): string[] {
  const token = authorization.slice(authorization.indexOf(' ') + 1);
  return [token, ...['', ' ', '  '].map((before) => btoa(before + token).slice(before === '' ? 0 : 4))];
}

/** The value of a header and its parts: a gateway may quote only the secret of `Basic …` or of a cookie. */
function headerParts(value: string): string[] {
  return [value, ...value.split(/[\s=;,]+/)].filter(({ length }) => length >= shortestHeader);
}

function valuesOf({ request: { url, body }, settings: { documentedPaths } }: RedactedCall): readonly Secret[] {
  const shown = redactPath(url, documentedPaths).split('/');
  const ids = url.pathname.split('/').filter((part, index) => part !== shown[index]);
  return secretsOf([...ids, ...ids.map(decode), ...url.searchParams.values(), ...textsIn(body)], headLength);
}

function secretsOf(values: readonly string[], length: number): readonly Secret[] {
  const found = new Set(values.map((value) => spelling(oneLine(value.slice(0, maxSearched))).letters));
  return [...found].flatMap((letters) =>
    letters.length < shortest ? [] : [{ letters, head: letters.slice(0, length) }],
  );
}

/** The letters that all spellings of a text have in common, and the start and end of each in the text. */
function spelling(text: string): { letters: string; from: number[]; to: number[] } {
  let letters = '';
  let at = 0;
  const [from, to]: [number[], number[]] = [[], []];
  for (const character of text) {
    for (const letter of character.normalize('NFKD').toLowerCase().normalize('NFD')) {
      if (accent.test(letter) && to.length > 0) to[to.length - 1] = at + character.length;
      if (ignored.test(letter)) continue;
      // Forms write a space as a plus.
      letters += letter === '+' ? ' ' : letter;
      for (let unit = 0; unit < letter.length; unit++) {
        from.push(at);
        to.push(at + character.length);
      }
    }
    at += character.length;
  }
  return { letters, from, to };
}

/** The text without the escapes of HTML, URLs and JSON. */
function withoutEscapes(text: string): string {
  return text
    .replace(/&(?:#(x?)([\da-f]{1,6})|(amp|apos|gt|lt|quot));/gi, (_, hex, digits, name) =>
      name ? (entities[name.toLowerCase()] ?? '') : String.fromCharCode(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replace(/(?:%[\da-f]{2})+/gi, decode)
    .replace(/\\u([\da-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** All texts of a body, and its numbers as texts. */
function textsIn(body: unknown): string[] {
  const texts: string[] = [];
  const waiting = [body];
  // A loop, since deep nesting must not exhaust the stack. The limit ends it if the body refers to itself.
  while (waiting.length > 0 && texts.length <= maxValues) {
    const value = waiting.pop();
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
  return texts;
}

function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  const line = oneLine(withoutEscapes(text.slice(0, maxSearched)));
  const { letters, from, to } = spelling(line);
  const hidden = new Uint8Array(line.length);
  /** Hides a secret whose head is there, as far as it goes. */
  const hide = (secret: Secret, at: number) => {
    let length = secret.head.length;
    while (at + length < letters.length && letters[at + length] === secret.letters[length]) length++;
    hidden.fill(1, from[at], to[at + length - 1]);
    return length;
  };
  for (const secret of secrets) {
    for (let at = letters.indexOf(secret.head); at !== -1; at = letters.indexOf(secret.head, at)) {
      at += hide(secret, at);
    }
  }
  indexKnownTokens();
  for (let at = 0; at + tokenHead <= letters.length; at++) {
    for (const secret of secretsByHead.get(letters.slice(at, at + tokenHead)) ?? []) {
      if (letters.startsWith(secret.head, at)) hide(secret, at);
    }
  }
  for (const { index, 0: quoted, 1: token = '' } of line.matchAll(quotedToken)) {
    hidden.fill(1, index + quoted.length - token.length, index + quoted.length);
  }
  let shown = '';
  for (let at = 0; at < line.length; at++) {
    if (hidden[at] === 0) shown += line[at];
    else if (hidden[at - 1] !== 1) shown += mark;
  }
  // A value may begin just before the cut.
  return text.length > maxSearched ? shown.slice(0, -4 * headLength) : shown;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
