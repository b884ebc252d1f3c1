/**
 * The page may run its own files, and send requests to its own origin and to the platform. It has no inline script or style, no
 * `eval`, and no other host.
 *
 * `baseUrls` are the installations that the portal was built for. Without any it is an example, and a user may type the address
 * of any installation. So any `https` is allowed until they sign in: see `narrowConnections`.
 */
export function contentSecurityPolicy(baseUrls: readonly string[]): string {
  const anywhere = ['https:', 'http://127.0.0.1:*', 'http://localhost:*'];
  const platforms = baseUrls.length > 0 ? baseUrls.map((url) => new URL(url).origin) : anywhere;
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // Pictures need the token, so they are fetched and shown as blobs.
    'img-src': "'self' blob: data:",
    'connect-src': ["'self'", ...platforms].join(' '),
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
