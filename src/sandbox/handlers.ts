import type { HttpHandler } from 'msw';

/** What is behind the handlers. */
interface Origin {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** `msw` is an optional peer, so it is loaded when handlers are asked for and not before. */
export async function sandboxHandlers({ baseUrl, fetch }: Origin): Promise<HttpHandler[]> {
  const { http, HttpResponse } = await import('msw');
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
