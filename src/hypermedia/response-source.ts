import { UnexpectedResponseError } from '../errors.js';
import type { TransportResponse } from '../transport/request.js';
import { isJsonObject, type ResponseContext, type Source, text } from './document.js';
import { resolveUrl } from './link-target.js';

/** The document of an answer that must have one. */
export function sourceOf(response: TransportResponse, target: string): Source {
  const { method, status, url, document, attempts, waited } = response;
  const context = responseContext(response);
  if (isJsonObject(document)) return { document, base: url, context };
  const found = document === undefined ? 'no body' : 'JSON that is no object';
  throw new UnexpectedResponseError(
    `${method} ${target} responded with ${status} and ${found}. The platform documents an object.${context.appliedNote ?? ''}`,
    { method, target, url: url.href, attempts, waited },
    status,
    false,
    context.resourceUrl,
  );
}

/**
 * A created resource is the body of its answer. Its URL is `@url` there, else `Location`, which a page may not be able to
 * read; 200 instead of 201 says that it was there before.
 */
export function sourceOfCreation(response: TransportResponse, target: string): Source {
  const { document, ...source } = sourceOf(response, target);
  const url = document['@url'] ?? response.location;
  return {
    ...source,
    document: url === undefined ? document : { ...document, '@url': url },
    existed: response.status === 200,
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
  const rawUrl = (isJsonObject(document) ? text(document, '@url') : undefined) ?? location;
  const resourceUrl = rawUrl === undefined ? undefined : resolveUrl(rawUrl, url)?.href;
  const urlNote = resourceUrl === undefined ? '' : '; `resourceUrl()` returns the URL of its resource';
  return {
    attempts,
    waited,
    appliedNote: ` The request was applied (${status}), so do not send it again${urlNote}.`,
    resourceUrl,
  };
}
