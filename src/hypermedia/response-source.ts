import { UnexpectedResponseError } from '../errors.js';
import type { TransportResponse } from '../transport/request.js';
import { isJsonObject, type ResponseContext, type Source, text } from './document.js';
import { resolveUrl } from './link-target.js';

/** The document of an answer that must have one. */
export function sourceOf(answer: TransportResponse, target: string): Source {
  const { method, status, url, document, attempts, waited } = answer;
  const answered = responseContext(answer);
  if (isJsonObject(document)) return { document, base: url, answered };
  const found = document === undefined ? 'no body' : 'JSON that is no object';
  throw new UnexpectedResponseError(
    `${method} ${target} responded with ${status} and ${found}. The platform documents an object.${answered.done ?? ''}`,
    { method, target, url: url.href, attempts, waited },
    status,
    false,
    answered.resourceUrl,
  );
}

/**
 * A created resource is the body of its answer. Its URL is `@url` there, else `Location`, which a page may not be able to
 * read; 200 instead of 201 says that it was there before.
 */
export function sourceOfCreation(answer: TransportResponse, target: string): Source {
  const { document, ...source } = sourceOf(answer, target);
  const url = document['@url'] ?? answer.location;
  return {
    ...source,
    document: url === undefined ? document : { ...document, '@url': url },
    existed: answer.status === 200,
  };
}

/** For errors about a document: whoever meets one must not send again what has been done. */
export function responseContext({
  operation,
  status,
  url,
  document,
  location,
  attempts,
  waited,
}: TransportResponse): ResponseContext {
  if (operation.retryPolicy === 'safe') return { attempts, waited };
  const place = (isJsonObject(document) ? text(document, '@url') : undefined) ?? location;
  const resourceUrl = place === undefined ? undefined : resolveUrl(place, url)?.href;
  const where = resourceUrl === undefined ? '' : '; `resourceUrl()` returns the URL of its resource';
  return {
    attempts,
    waited,
    done: ` The request was applied (${status}), so do not send it again${where}.`,
    resourceUrl,
  };
}
