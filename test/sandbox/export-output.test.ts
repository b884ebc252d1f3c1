import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask } from './api.js';
import { download, endedJob } from './export-job.js';
import { unzip } from './unzip.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

describe('export output', () => {
  test('JSON has one entry per client, with the requested properties, filters and combinations applied', async () => {
    const sandbox = frozen();
    const job = await endedJob(sandbox, {
      properties: ['id', 'name', 'labels'],
      filters: [{ name: 'active', value: 'false', operator: 'eq' }],
      parameters: [{ name: 'labels', value: 'text', operator: 'eq' }],
      combine: [{ name: 'relation', properties: ['predicate'] }],
    });
    const rows = await (await download(sandbox, job)).json();
    expect(rows).toEqual([{ id: 'EHR-1045', name: 'Bram de Testman', labels: [], relation: [] }]);
    const all = await endedJob(sandbox, { properties: ['id'], combine: [{ name: 'task' }, { name: 'relation' }] });
    const [first] = await (await download(sandbox, all)).json();
    expect(first.task).toHaveLength(3);
    expect(first.relation[0]).toEqual({ professional: 'Pro Voorbeeldtherapeut', predicate: 'attends' });
  });

  test('CSV has a header row, CRLF and quotes if needed', async () => {
    const sandbox = frozen();
    const [first] = sandbox.control.users('client');
    await ask(sandbox, 'PATCH', first?.path ?? '', { body: { last_name: 'Comma, "Quote"\nLine' } });
    const job = await endedJob(sandbox, { output_format: 'csv', properties: ['last_name', 'infix', 'active', 'age'] });
    const text = await (await download(sandbox, job)).text();
    expect(text.startsWith('last_name,infix,active,age\r\n"Comma, ""Quote""\nLine",,true,76\r\n')).toBe(true);
  });

  test('XLSX is a workbook with one sheet of the same rows', async () => {
    const sandbox = frozen();
    const job = await endedJob(sandbox, { output_format: 'xlsx', properties: ['name', 'age'] });
    expect(job.content_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    expect([...files.keys()]).toContain('[Content_Types].xml');
    const sheet = new TextDecoder().decode(files.get('xl/worksheets/sheet1.xml'));
    expect(sheet).toContain('<t xml:space="preserve">Fenna Voorbeeld</t>');
    expect(sheet.match(/<row>/g)).toHaveLength(13);
  });

  test('the output is a ZIP of the data and the pictures that it names with allow_files', async () => {
    const sandbox = frozen();
    const job = await endedJob(sandbox, { allow_files: true, properties: ['picture'] });
    expect([job.content_type, job.filename]).toEqual(['application/zip', expect.stringMatching(/\.zip$/)]);
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    const [data, picture] = [...files.keys()];
    const rows = JSON.parse(new TextDecoder().decode(files.get(data ?? '')));
    expect(rows[0].picture).toBe(picture);
    expect(files.get(picture ?? '')?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  });

  test('the ZIP holds no pictures that the export does not name', async () => {
    const sandbox = frozen();
    const filesOf = async (options: object) => {
      const job = await endedJob(sandbox, { allow_files: true, ...options });
      return unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer())).size;
    };
    expect(await filesOf({})).toBeGreaterThan(1);
    expect(await filesOf({ properties: ['name'] })).toBe(1);
    sandbox.settings.fields.client.picture = false;
    expect(await filesOf({})).toBe(1);
  });

  test('combinations of one name give the properties of all of them', async () => {
    const sandbox = frozen();
    const combined = async (...combine: object[]) => {
      const job = await endedJob(sandbox, { properties: ['id'], combine });
      const [first] = await (await download(sandbox, job)).json();
      return Object.keys(first.relation[0]);
    };
    const one = { name: 'relation', properties: ['predicate'] };
    const other = { name: 'relation', properties: ['predicate', 'professional'] };
    expect(await combined(one)).toEqual(['predicate']);
    expect(await combined(one, other)).toEqual(['predicate', 'professional']);
    expect(await combined(one, { name: 'relation' })).toEqual(['predicate', 'professional']);
  });

  test('the sandbox itself decodes a file that is compressed on the wire', async () => {
    const sandbox = frozen();
    sandbox.settings.exportGzip = true;
    const job = await endedJob(sandbox);
    expect(job.content_encoding).toBe('gzip');
    expect((await (await download(sandbox, job)).arrayBuffer()).byteLength).toBe(job.content_length);
  });

  test.each(['json', 'csv'])('5000 rows of %s have the announced length and are all there', async (format) => {
    const sandbox = frozen();
    sandbox.control.enlargeNextExport({ rows: 5000 });
    const job = await endedJob(sandbox, { output_format: format });
    const response = await download(sandbox, job);
    expect(response.headers.get('Content-Length')).toBe(String(job.content_length));
    const text = await response.text();
    expect(text.length).toBe(job.content_length);
    expect(format === 'json' ? JSON.parse(text).length : text.trimEnd().split('\r\n').length - 1).toBe(5000);
  });
});
