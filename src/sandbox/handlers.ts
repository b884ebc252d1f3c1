import type { HttpHandler } from 'msw';
import type { Sandbox } from './sandbox.js';

export async function sandboxHandlers({ baseUrl, fetch }: Sandbox): Promise<HttpHandler[]> {
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
