import type { Attributes } from '@opentelemetry/api';
import type { AttemptEnd, AttemptStart, CallStart } from 'care-platform';

/**
 * Host and port of the platform. Empty for a base URL that cannot be read, which `connect` refuses.
 *
 * @param baseUrl that of `connect`
 */
export function serverAttributes(baseUrl: string | URL): Attributes {
  if (!URL.canParse(String(baseUrl))) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  const standardPort = protocol === 'http:' ? 80 : 443;
  return { 'server.address': hostname, 'server.port': port === '' ? standardPort : Number(port) };
}

/** Not `url.full`, although the conventions ask for it: it holds ids. */
export function requestAttributes({ method, path }: CallStart | AttemptStart): Attributes {
  return { 'http.request.method': method, 'url.template': path };
}

/** By the conventions, an error status is the type of an error. */
export function responseAttributes({ status, error }: AttemptEnd): Attributes {
  const type = status !== undefined && status >= 400 ? String(status) : error;
  return {
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(type !== undefined && { 'error.type': type }),
  };
}
