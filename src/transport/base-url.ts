import { InputError } from '../errors.js';
import { resolveUrl } from '../values/resolve-url.js';

/**
 * The base URL with a trailing slash, made from the application's address or a full base URL of version 2.
 *
 * @param allowHttp hosts of a private network that may be reached by http
 */
export function baseUrl(given: string | URL, allowHttp: readonly string[] = []): URL {
  if (!given) {
    throw wrongBaseUrl('Required input is missing. Is its environment variable set?');
  }
  const url = resolveUrl(String(given));
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrongBaseUrl('Must be an absolute https URL, such as https://app.example.org/api/2.');
  if (url.username !== '' || url.password !== '') throw wrongBaseUrl('Must contain no user name or password.');
  if (
    url.protocol === 'http:' &&
    !isLoopback(url.hostname) &&
    !allowHttp.some((host) => host.toLowerCase() === url.hostname)
  ) {
    throw wrongBaseUrl('Must be https, except for loopback addresses and the hosts in `allowHttp`.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/api\/(?!2$)[^/]+$/.test(path)) {
    throw wrongBaseUrl('Must end in /api/2: this package speaks version 2 only.');
  }
  return new URL(url.origin + path.replace(/(?:\/api\/2)?$/, '/api/2/'));
}

/** `true` if the host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.*\.)?localhost|\[::1]|127(?:\.\d+){3})$/.test(hostname);
}

function wrongBaseUrl(message: string): InputError {
  return InputError.of('connect', 'baseUrl', message);
}
