import { checkList, checkStatus, checkText, checkThat, kindOfValue, NotReachable } from './checks.js';
import type { Reading } from './reading.js';
import type { PlainResponse } from './wire-tap.js';

/** A JSON object as the platform wrote it. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Statuses that say what the token may not do, or what the installation does not have. */
const unreachable = [401, 403, 404];

/** The document that a plain GET returns with 200. */
export async function readDocument(reading: Reading, target: string, url: string): Promise<WireObject> {
  const response = await reading.get(target, url);
  checkReachable(response);
  return parseDocument(response);
}

/** Checks that a response has the status 200. */
export function checkReachable({ status, target }: PlainResponse): void {
  if (unreachable.includes(status)) throw new NotReachable(`GET ${target} responded with ${status}`);
  checkStatus(status, 200, `GET ${target}`);
}

/** The body of a response, with any status. */
export function parseDocument({ text, target }: PlainResponse): WireObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its message would show a piece of the body.
  }
  return objectIn(value, `the body of GET ${target}`);
}

/** The `@items` of a list. */
export function wireItems(list: WireObject, what: string): readonly WireObject[] {
  return objectsIn(list['@items'], `@items of ${what}`);
}

/** The `@links` of a document. */
export function wireLinks(document: WireObject, what: string): readonly { name: string; url: string }[] {
  return objectsIn(document['@links'], `@links of ${what}`).map(({ name, url }) => {
    checkText(name, `the name of a link of ${what}`);
    checkText(url, `the URL of a link of ${what}`);
    return { name, url };
  });
}

export function wireLinkNames(document: WireObject, what: string): string[] {
  return wireLinks(document, what).map(({ name }) => name);
}

/** The `@url` of a document, to compare with that of the library. */
export function urlOf(document: WireObject): unknown {
  return normalUrl(document['@url']);
}

export function urlsOf(items: readonly WireObject[]): unknown[] {
  return items.map(urlOf);
}

/** The platform may write a URL in another form than the library, such as with the default port. */
export function normalUrl(url: unknown): unknown {
  return typeof url === 'string' && isAbsoluteUrl(url) ? new URL(url).href : url;
}

export function isAbsoluteUrl(text: string): boolean {
  // `URL` escapes spaces, which no URL has.
  return URL.canParse(text) && !/\s/.test(text);
}

export function objectIn(value: unknown, what: string): WireObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  checkThat(isObject, `${what}: expected an object, found ${kindOfValue(value)}.`);
  return value as WireObject;
}

export function objectsIn(value: unknown, what: string): readonly WireObject[] {
  checkList(value, what);
  return value.map((item) => objectIn(item, `an item in ${what}`));
}

/** A URL with more parameters beside its own. */
export function withParameters(url: string, query: Readonly<Record<string, string>>): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(query)) result.searchParams.set(name, value);
  return result.href;
}
