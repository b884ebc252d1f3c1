// What `fetch` throws in each runtime, recorded from Node 22.23 to 26.12, undici 8.13, Bun 1.4.5 and Deno 2.9.6.
interface Details {
  readonly code?: unknown;
  readonly syscall?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** How Node's and Deno's `fetch` throw: the cause is within. */
export const within = (message: string, details: Details = {}, cause?: Error) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message, { cause }), details) });
/** How Bun's `fetch` throws: the error itself tells. */
export const bare = (message: string, code: string) =>
  Object.assign(new TypeError(message), { code, path: 'https://care.example/x' });
/** How Deno's does: in words, with the URL. */
export const deno = (words: string) =>
  within(`error sending request for url (https://care.example/api/2/c/8f31): ${words}`);
/** How undici's does where a proxy opened no tunnel. */
export const cancelled = (status: number) =>
  within(
    'Request was cancelled.',
    { code: 0 },
    Object.assign(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), { code: 'UND_ERR_ABORTED' }),
  );
/** A name without an address, and an address without a server, as Node tells them. */
export const unknownHost = (hostname: string, code = 'ENOTFOUND') =>
  within(`getaddrinfo ${code} ${hostname}`, { code, syscall: 'getaddrinfo', hostname });
export const refusedAt = (port: number) =>
  within(`connect ECONNREFUSED 10.0.0.1:${port}`, { code: 'ECONNREFUSED', syscall: 'connect', port });
