import { UnexpectedResponseError } from '../errors.js';
import type { TransportResponse } from '../transport/request.js';
import { resolveUrl } from '../values/resolve-url.js';
import { isJsonObject, type ResponseContext, type Source, text } from './document.js';

/** The document of a response that must have one. */
export function sourceOf(response: TransportResponse, target: string): Source {
  const { method, status, url, document, attempts, waited } = response;
  const context = responseContext(response);
  if (isJsonObject(document)) return { document, base: url, context };
  const found = document === undefined ? 'no body' : 'other JSON';
  throw new UnexpectedResponseError(
    `${method} ${target} responded with ${status} and ${found} instead of an object.${context.appliedNote ?? ''}`,
    { method, target, url: url.href, attempts, waited },
    status,
    false,
    context.resourceUrl,
  );
}

/**
 * The created resource is the body of the response. Its URL is `@url`, or else `Location`, which a browser may not be able to
 * read. Status 200 instead of 201 means that it existed before.
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

/** Facts for errors about a document. They say that an applied write must not be sent again. */
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
