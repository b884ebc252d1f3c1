// @vitest-environment happy-dom
import { createSandbox } from 'care-platform/sandbox';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { testSimulatedPage } from './behaviour.js';

testSimulatedPage();

test('the origins of `cors` are those that a page may have', async () => {
  const statusWith = async (origins: string[]) => {
    const sandbox = createSandbox({ baseUrl: `https://${crypto.randomUUID()}.example.org/api/2`, cors: { origins } });
    const server = setupServer(...(await sandbox.handlers()));
    server.listen();
    onTestFinished(() => server.close());
    return fetch(sandbox.baseUrl).then(
      ({ status }) => status,
      () => 'refused',
    );
  };
  expect(await statusWith(['https://another.example.org'])).toBe('refused');
  expect(await statusWith([location.origin])).toBe(200);
});
