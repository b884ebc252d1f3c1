import type { HttpHandler } from 'msw';

/** What is behind the handlers. */
interface Origin {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

export async function sandboxHandlers({ baseUrl, fetch }: Origin): Promise<HttpHandler[]> {
  const { http, HttpResponse } = await loadMsw();
  const under = new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`);
  return [
    http.all(under, async ({ request }) => {
      try {
        return await fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}

/** It is an optional peer: bundlers, too, let an import be that is tried. */
async function loadMsw() {
  try {
    return await import('msw');
  } catch (cause) {
    throw new Error('`sandbox.handlers()` needs msw, which is not installed: npm install --save-dev msw', { cause });
  }
}
