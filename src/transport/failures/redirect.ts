import { ForeignLinkError } from '../../errors.js';

/** A response that redirects its request. */
interface Redirect {
  readonly method: string;
  /** The type of its response. */
  readonly type: ResponseType;
  /** `Location` as an absolute URL, if there is a valid one. */
  readonly target: URL | undefined;
  readonly origin: string;
}

/** The target of a redirect, or the reason why it is not followed. Throws if it leads to another origin. */
export function redirectTarget({ method, type, target, origin }: Redirect): URL | string {
  if (type === 'opaqueredirect') return ', which is not followed, since the browser hides its target';
  if (method !== 'GET') return ', which writes never follow';
  if (target === undefined || target.href.startsWith(`${origin}/`)) return target ?? '';
  const advice = 'If the platform has moved there, use that address as `baseUrl`.';
  throw ForeignLinkError.to(target, origin, 'redirect', advice);
}
