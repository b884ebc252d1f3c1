/**
 * From now on this page can reach one installation only, whatever its content security policy allowed before. A policy that
 * a page adds to its own can make it stricter, never wider, and cannot be taken back.
 */
export function narrowConnections(baseUrl: string): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src 'self' ${new URL(baseUrl).origin}`;
  document.head.append(policy);
}
