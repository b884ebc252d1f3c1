import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { download, endedJob } from './export-job.js';
import { unzip } from './unzip.js';

/** The file of an export about one client, whose fields have every kind of value. */
async function exported(options: object) {
  const sandbox = createSandbox({ clock: { start: new Date('2026-03-02T09:00:00Z'), frozen: true } });
  const labels = [sandbox.control.addLabel('One'), sandbox.control.addLabel('Two')];
  const { path } = sandbox.control.user('EHR-1045');
  const { status } = await ask(sandbox, 'PATCH', `${path}`, { body: { last_name: 'A&B <c>', infix: null, labels } });
  expect(status).toBe(204);
  sandbox.control.addRelation('EHR-1045', 'PRO-1', 'attends');
  sandbox.control.addRelation('EHR-1045', 'PRO-1', 'supervises');
  const job = await endedJob(sandbox, {
    properties: ['last_name', 'age', 'active', 'infix', 'labels'],
    filters: [{ name: 'active', value: 'false', operator: 'eq' }],
    ...options,
  });
  return { job, labels, bytes: new Uint8Array(await (await download(sandbox, job)).arrayBuffer()) };
}
const combine = [{ name: 'relation', properties: ['predicate', 'professional'] }];
const asText = { parameters: [{ name: 'labels', value: 'text', operator: 'eq' }] };
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('a workbook has all parts that a spreadsheet program needs', async () => {
  const { job, bytes } = await exported({ output_format: 'xlsx', combine, ...asText });
  expect(job.filename).toBe(`client-${job['@url'].split('/').at(-1)}.xlsx`);
  const parts = [...unzip(bytes)].map(([name, part]) => `${name}\n${decode(part)}\n`);
  await expect(parts.join('\n')).toMatchFileSnapshot('workbook.txt');
});

test('a CSV file has a column for each property of a combination, and several values in one field', async () => {
  const { bytes, labels } = await exported({ output_format: 'csv', combine });
  const [heading, row] = decode(bytes).split('\r\n');
  expect(heading).toBe('last_name,age,active,infix,labels,relation.predicate,relation.professional');
  const professional = 'Pro Voorbeeldtherapeut';
  expect(row).toMatch(new RegExp(`^A&B <c>,\\d+,false,,${labels.join('; ')},attends; supervises,`));
  expect(row).toContain(`${professional}; ${professional}`);
});

test.each([
  ['text', ['One', 'Two']],
  ['id', undefined],
])('labels are their ids, unless they are asked for as texts: %s', async (value, texts) => {
  const parameters = [{ name: 'labels', value, operator: 'eq' }];
  const { bytes, labels } = await exported({ output_format: 'json', ...(texts !== undefined && { parameters }) });
  expect(JSON.parse(decode(bytes))).toMatchObject([{ labels: texts ?? labels }]);
});
