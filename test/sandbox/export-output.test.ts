import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask } from './api.js';
import { completed, download, read } from './export-job.js';
import { link } from './wire.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

/** Names and contents of a ZIP archive, read from its central directory. */
function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [size, length, extra] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    expect(view.getUint16(at + 10, true)).toBe(0);
    files.set(name, bytes.subarray(from, from + size));
    at += 46 + length + extra;
  }
  return files;
}

describe('export output', () => {
  test('EPX-5: JSON has one entry per client with the asked properties, filters and combines applied', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, {
      properties: ['id', 'name', 'labels'],
      filters: [{ name: 'active', value: 'false', operator: 'eq' }],
      parameters: [{ name: 'labels', value: 'text', operator: 'eq' }],
      combine: [{ name: 'relation', properties: ['predicate'] }],
    });
    const rows = await (await download(sandbox, job)).json();
    expect(rows).toEqual([{ id: 'EHR-1045', name: 'Bram de Testman', labels: [], relation: [] }]);
    const all = await completed(sandbox, { properties: ['id'], combine: [{ name: 'task' }, { name: 'relation' }] });
    const [first] = await (await download(sandbox, all)).json();
    expect(first.task).toHaveLength(3);
    expect(first.relation[0]).toEqual({ professional: 'Pro Voorbeeldtherapeut', predicate: 'attends' });
  });

  test('AUT-17: the output of a data analyst has no personal fields, and asking for them is unknown', async () => {
    const sandbox = frozen();
    const token = sandbox.tokens.dataAnalyst;
    const job = await completed(sandbox, {}, token);
    const rows = await (await download(sandbox, job, token)).json();
    expect(Object.keys(rows[0])).toEqual(['active', 'labels', 'age', 'gender']);
    const personal = await ask(sandbox, 'POST', '/export', { token, body: { name: 'client', properties: ['email'] } });
    expect(personal.body.extra).toEqual([{ name: 'email', message: 'Unknown property' }]);
  });

  test('EXP-19: CSV has a header row, CRLF and quotes where needed', async () => {
    const sandbox = frozen();
    const [first] = sandbox.control.users('client');
    await ask(sandbox, 'PATCH', first?.path ?? '', { body: { last_name: 'Comma, "Quote"\nLine' } });
    const job = await completed(sandbox, { output_format: 'csv', properties: ['last_name', 'infix', 'active', 'age'] });
    const text = await (await download(sandbox, job)).text();
    expect(text.startsWith('last_name,infix,active,age\r\n"Comma, ""Quote""\nLine",,true,76\r\n')).toBe(true);
  });

  test('EXP-19: XLSX is a workbook with one sheet of the same rows', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, { output_format: 'xlsx', properties: ['name', 'age'] });
    expect(job.content_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    expect([...files.keys()]).toContain('[Content_Types].xml');
    const sheet = new TextDecoder().decode(files.get('xl/worksheets/sheet1.xml'));
    expect(sheet).toContain('<t xml:space="preserve">Fenna Voorbeeld</t>');
    expect(sheet.match(/<row>/g)).toHaveLength(13);
  });

  test('EXP-20: with allow_files the output is a ZIP of the data and the pictures it names', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, { allow_files: true, properties: ['picture'] });
    expect([job.content_type, job.filename]).toEqual(['application/zip', expect.stringMatching(/\.zip$/)]);
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    const [data, picture] = [...files.keys()];
    const rows = JSON.parse(new TextDecoder().decode(files.get(data ?? '')));
    expect(rows[0].picture).toBe(picture);
    expect(files.get(picture ?? '')?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  });

  test('NS-19, EXP-12, GAP-32: a download carries type, name and length, and each one is noted', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox);
    const { headers } = await download(sandbox, job);
    expect(headers.get('Content-Type')).toBe(job.content_type);
    expect(headers.get('Content-Disposition')).toContain(job.filename);
    expect(headers.get('Content-Length')).toBe(String(job.content_length));
    sandbox.clock.advance({ minutes: 1 });
    await download(sandbox, job);
    expect((await download(sandbox, job, sandbox.tokens.apiUser)).status).toBe(401);
    expect((await read(sandbox, job)).downloaded_on).toEqual(['2026-03-02T09:00:00', '2026-03-02T09:01:00']);
  });

  test('TRAP-57: with gzip the length on the wire is not the length of the job, and the content is', async () => {
    const sandbox = frozen();
    sandbox.settings.exportGzip = true;
    const job = await completed(sandbox);
    expect(job.content_encoding).toBe('gzip');
    expect((await (await download(sandbox, job)).arrayBuffer()).byteLength).toBe(job.content_length);
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(Number(response.headers.get('Content-Length'))).toBeLessThan(job.content_length);
    expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
  });

  test('exportChunked leaves out Content-Length, on the wire too', async () => {
    const sandbox = frozen();
    sandbox.settings.exportChunked = true;
    const job = await completed(sandbox);
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    expect(response.headers.get('Content-Length')).toBeNull();
    expect(response.headers.get('Transfer-Encoding')).toBe('chunked');
    expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
  });
});
