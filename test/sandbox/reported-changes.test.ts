import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { download, endedJob, readJob } from './export-job.js';

test('`onChange` is called for each request that the error log records, also if it only reads', async () => {
  let calls = 0;
  const onChange = () => {
    calls += 1;
  };
  const sandbox = createSandbox({ limits: { requestsPerSecond: 0.001, burst: 2 }, onChange });
  const statuses = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await ask(sandbox, 'GET', '/c/nobody')).status);
  expect(statuses).toEqual([404, 404, 429]);
  expect(calls).toBe(3);
  const restored = createSandbox({ limits: false, state: sandbox.save() });
  const { body } = await ask(restored, 'GET', '/configuration/apiusers/errorlog/items');
  expect(body['@items'].map(({ code }) => code)).toEqual(statuses);
});

test('`onChange` is called after writing requests, downloads, hooks and changes over `/_sandbox`, and not after other reading', async () => {
  let changes = 0;
  const counted = async (work: () => unknown) => {
    const before = changes;
    await work();
    return changes - before;
  };
  const onChange = () => {
    changes += 1;
  };
  const sandbox = createSandbox({ limits: false, onChange });
  const label = { body: { label: 'Nieuw' } };
  expect(await counted(() => ask(sandbox, 'POST', '/configuration/labels', label))).toBe(1);
  expect(await counted(() => sandbox.control.addClient())).toBe(1);
  expect(await counted(() => ask(sandbox, 'GET', '/c/items'))).toBe(0);
  expect(await counted(() => sandbox.control.users())).toBe(0);
  const job = await endedJob(sandbox);
  expect(await counted(() => download(sandbox, job))).toBe(1);
  expect(await counted(() => readJob(sandbox, job))).toBe(0);
  await using server = await sandbox.listen({ control: true });
  const headers = { 'content-type': 'application/json' };
  const clock = `${server.url}/_sandbox/clock`;
  expect(await counted(() => fetch(clock))).toBe(0);
  expect(await counted(() => fetch(clock, { method: 'POST', headers, body: '{"frozen": true}' }))).toBe(1);
});
