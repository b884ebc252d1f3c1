import type { ApiError, ConnectOptions } from 'care-platform';
import { failureOf } from './failure.js';
import { type Platform, type Responder, refusal, scriptedPlatform } from './platform.js';
import { token } from './secrets.js';

interface RefusingPlatform {
  readonly platform: Platform;
  /** The error of a GET whose response is this one. It is sent once, with the token of `secrets.ts`. */
  failed(respond: Responder, url?: string, options?: Partial<ConnectOptions>): Promise<ApiError>;
}

export function refusingPlatform(): RefusingPlatform {
  const platform = scriptedPlatform();
  return {
    platform,
    async failed(respond, url = 'c/1', options = {}) {
      const care = await platform.connect({ token, retry: 0, ...options });
      platform.on('GET', '/c/1', respond);
      return failureOf<ApiError>(care.request({ url }));
    },
  };
}

/** A refusal for one field. */
export const problem = (name: string, message: string) => refusal(400, 'Refused.', [{ name, message }]);
