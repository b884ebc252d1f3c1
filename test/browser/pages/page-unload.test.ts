import { expect, test } from 'vitest';
import { openPage } from './chromium-page.ts';

test('a page that is left during its calls lets all of them go, and works when it is back', async () => {
  const { platform: local, page, web, reported } = await openPage('bare.html');
  const { server, sandbox } = local;
  const { applicationManager, dataOfficer, apiUser } = sandbox.tokens;
  const signIn = [server.baseUrl, applicationManager, dataOfficer, apiUser] as const;
  sandbox.control.enlargeNextExport({ bytes: 1_000_000_000 });
  sandbox.faults.add({ kind: 'slow', milliseconds: 100, pieces: 1, path: /download$/ });
  await page.evaluate(async ([baseUrl, manager, officer, watcher]) => {
    const connect = (token: string) => platform.connect({ baseUrl, token, tokenKind: 'user' });
    const care = await connect(manager);
    const exporting = await connect(officer);
    const watching = await connect(watcher);
    const begun = await exporting.startExport({ name: 'client', output_format: 'csv' });
    const job = await begun.waitForCompletion({ interval: 100 });
    const download = await job.download();
    // Nobody waits for these, as with a component that is gone.
    void (async () => {
      for await (const chunk of download.stream()) document.body.dataset.received = String(chunk.length);
    })();
    for (let limit = 1; limit <= 400; limit++) void care.clients({ limit }).first();
    void watching.watchChanges().next();
  }, signIn);
  await page.locator('body[data-received]').waitFor({ state: 'attached' });
  await page.goto(`${web.origin}/offence.html`);

  await expect.poll(() => sandbox.journal.filter(({ status }) => status === null).length).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { requests } = server.stats();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(server.stats().requests).toBe(requests);
  // All of them would be more.
  expect(requests).toBeLessThan(400);

  await page.goBack();
  const name = await page.evaluate(async ([baseUrl, token]) => {
    const care = await platform.connect({ baseUrl, token, tokenKind: 'user' });
    return (await care.client({ id: 'EHR-1042' })).data.name;
  }, signIn);
  expect(name).toBe('Fenna Voorbeeld');
  expect(reported.filter((line) => line.startsWith('uncaught'))).toEqual([]);
});
