import { createSandbox, type Fault, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { download, endedJob } from './export-job.js';

const labelCount = async (sandbox: Sandbox) =>
  (await ask(sandbox, 'GET', '/configuration/labels/items')).body['@items'].length;

const responses: Fault[] = [{ kind: 'response', status: 502 }, { kind: 'html' }];

test.each(responses)(
  'the work of a request is done before the response %o only if `afterWork` is set',
  async (fault) => {
    const sandbox = createSandbox({ limits: false });
    const before = await labelCount(sandbox);
    for (const [afterWork, count] of [[false, before] as const, [true, before + 1] as const]) {
      sandbox.faults.add({ ...fault, afterWork, method: 'POST' } as Fault);
      const { status } = await ask(sandbox, 'POST', '/configuration/labels', { body: { label: 'Nieuw' } });
      expect([status, await labelCount(sandbox)]).toEqual([502, count]);
    }
  },
);

test('an injected JSON body is sent without white space', async () => {
  const sandbox = createSandbox({ limits: false });
  sandbox.faults.add({ kind: 'response', status: 500, body: { code: 500, message: 'Unexpected error' } });
  expect((await ask(sandbox, 'GET', '/')).text).toBe('{"code":500,"message":"Unexpected error"}');
});

test('a download that is made while it is read breaks off after exactly `keep` bytes', async () => {
  const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
  sandbox.control.enlargeNextExport({ rows: 5000 });
  const job = await endedJob(sandbox, { output_format: 'csv' });
  const whole = new Uint8Array(await (await download(sandbox, job)).arrayBuffer());
  for (const keep of [1, 70_000, 150_001]) {
    sandbox.faults.add({ kind: 'truncate', keep });
    const chunks: Uint8Array[] = [];
    const reading = async () => {
      for await (const chunk of (await download(sandbox, job)).body ?? []) chunks.push(chunk);
    };
    await expect(reading()).rejects.toThrow(TypeError);
    expect(Buffer.concat(chunks).equals(whole.subarray(0, keep)), `${keep} bytes`).toBe(true);
  }
});
