import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

test('ROOT-5: the root answers 200 without a token', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(sandbox.baseUrl);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    '@url': sandbox.baseUrl,
    '@type': 'https://care.example/ns/application',
  });
});

test('AUX-1: a client is read by its external id and shows its canonical URL', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const response = await fetch(`${server.baseUrl}/aux/client/id/EHR-1042`, {
    headers: { Authorization: `svc-token ${sandbox.tokens.apiUser}`, Accept: 'application/json' },
  });
  expect(response.status).toBe(200);
  const client = await response.json();
  expect(client).toMatchObject({ first_name: 'Fenna', id: 'EHR-1042' });
  expect(client['@url']).toMatch(new RegExp(`^${server.baseUrl}/c/[0-9a-f]+$`));
});
