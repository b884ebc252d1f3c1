import { redactedWords } from './redacted-path.js';
import type { TransportRequest } from './request.js';

/** A text of the platform or a gateway without the token and, unless they stay, the values of the request. */
export type Blank = (text: string, valuesStay?: boolean) => string;

/** Shorter values are parts of other words too often. */
const shortest = 4;
/** A long value is found by its beginning, since it may be quoted in part. */
const headLength = 32;
const mostSearched = 4000;
/** More than these are not looked for: the text is left out. */
const mostValues = 20_000;
const mark = '[…]';
/** Cannot be encoded. */
const loneSurrogate = /\p{Cs}/gu;

export function blankFor(request: TransportRequest, authorization: string | undefined): Blank {
  let secrets: readonly string[] | undefined;
  const known = new Map<string, string>();
  const tokens = formsOf([authorization?.slice(authorization.indexOf(' ') + 1) ?? '']);
  return (text, valuesStay = false) => {
    if (valuesStay) return withoutSecrets(text, tokens);
    secrets ??= [...tokens, ...valuesOf(request)];
    const found = known.get(text) ?? (secrets.length > mostValues ? '' : withoutSecrets(text, secrets));
    known.set(text, found);
    return found;
  };
}

function valuesOf({ url, body }: TransportRequest): readonly string[] {
  return formsOf([...redactedWords(url), ...url.searchParams.values(), ...textsIn(body)]);
}

/** As they are and as they stand in a URL, in lower case, the longest first: a shorter one may be a part of it. */
function formsOf(values: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const value of values) {
    for (const form of [value, encodeURIComponent(value.replace(loneSurrogate, ''))]) {
      const folded = oneLine(form).toLowerCase();
      if (folded.length >= shortest) found.add(folded);
    }
  }
  return [...found].sort((left, right) => right.length - left.length);
}

/** All texts of a body, and its numbers as texts. */
function textsIn(body: unknown): string[] {
  const texts: string[] = [];
  const waiting = [body];
  // A loop: what the caller nests deep must not end the stack. It ends early if the body refers to itself.
  while (waiting.length > 0 && texts.length <= mostValues) {
    const value = waiting.pop();
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
  return texts;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let line = oneLine(text.slice(0, mostSearched));
  let folded = line.toLowerCase();
  // Some letters become two in lower case, so that places would differ.
  if (folded.length !== line.length) folded = line;
  for (const secret of secrets) {
    const head = secret.slice(0, headLength);
    for (let at = folded.indexOf(head); at !== -1; at = folded.indexOf(head, at + mark.length)) {
      let end = at + head.length;
      while (end < folded.length && folded[end] === secret[end - at]) end++;
      line = line.slice(0, at) + mark + line.slice(end);
      folded = folded.slice(0, at) + mark + folded.slice(end);
    }
  }
  // The beginning of a value may stand where it was cut.
  return text.length > mostSearched ? line.slice(0, -headLength) : line;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
