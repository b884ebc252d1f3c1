import { InputError } from '../errors.js';
import { resolveUrl } from '../values/resolve-url.js';

const apiPath = '/api/2/';

/**
 * The base URL with a trailing slash, made from the application's address or a full base URL of version 2.
 *
 * @param allowHttp hosts of a private network that may be reached by http
 */
export function baseUrl(given: string | URL, allowHttp: readonly string[] = []): URL {
  if (given === undefined || given === null || given === '') {
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
    throw wrongBaseUrl(
      'Must be https: others can read the token over http. Only loopback addresses and the hosts in `allowHttp` may use http.',
    );
  }
  const path = url.pathname.replace(/\/*$/, '/');
  const version = /\/api\/([^/]+)\/$/.exec(path)?.[1];
  if (version !== undefined && version !== '2')
    throw wrongBaseUrl(
      `Must end in /api/2: this package speaks version 2${/^\d{1,3}$/.test(version) ? `, not ${version}` : ''}.`,
    );
  url.pathname = version === undefined ? path.replace(/\/$/, apiPath) : path;
  url.search = '';
  url.hash = '';
  return url;
}

/** `true` if the host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}

function wrongBaseUrl(message: string): InputError {
  return InputError.of('connect', 'baseUrl', message);
}
