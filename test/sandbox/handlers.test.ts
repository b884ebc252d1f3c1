import { createSandbox } from 'care-platform/sandbox';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';

test('the msw handlers respond to everything under the base URL and to nothing else', async () => {
  const sandbox = createSandbox({ limits: false });
  const server = setupServer(
    ...(await sandbox.handlers()),
    http.all('*', () => new Response('other', { status: 418 })),
  );
  server.listen();
  try {
    expect((await fetch(sandbox.baseUrl)).status).toBe(200);
    expect((await fetch(`${sandbox.baseUrl}/c/items?limit=1`)).status).toBe(401);
    expect((await fetch('https://sandbox.example/api/22')).status).toBe(418);
    sandbox.faults.add({ kind: 'drop', when: 'before' });
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow(TypeError);
  } finally {
    server.close();
  }
});
