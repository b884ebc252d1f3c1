import type { HttpHandler } from 'msw';
import type { Sandbox } from './sandbox.js';

/** `msw` is an optional peer, so it is loaded when handlers are asked for and not before. */
export async function sandboxHandlers(sandbox: Pick<Sandbox, 'baseUrl' | 'fetch'>): Promise<HttpHandler[]> {
  const { http, HttpResponse } = await import('msw');
  const under = new RegExp(`^${sandbox.baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`);
  return [
    http.all(under, async ({ request }) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}
