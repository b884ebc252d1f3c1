import type { Application, ConnectOptions } from 'care-platform';
import { baseUrl, type Document } from './documents.js';
import type { Platform } from './platform.js';

export const userTokens = {
  service: 'service-token-of-the-tests',
  noor: 'noor-token-of-the-tests',
  sam: 'sam-token-of-the-tests',
};

/** The connection of a service, from which those of other users are made. */
export function connectService(
  platform: Platform,
  options: Partial<ConnectOptions> = {},
  root?: Document,
): Promise<Application> {
  return platform.connect({ token: userTokens.service, ...options }, root);
}

/** The requests, each by its token and path: `noor /c/1`. */
export function requestsByUser(platform: Platform): string[] {
  return platform.seen.map(({ headers, url }) => {
    const token = headers.get('authorization')?.replace(/^svc-token |-token-of-the-tests/g, '') ?? 'none';
    return `${token} ${url.href.slice(baseUrl.length)}`;
  });
}
