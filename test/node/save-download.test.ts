import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { saveDownload } from 'care-platform/node';
import { describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const content = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);

const whole = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': content.length });
  response.end(content);
};

/** A download of a file with that name, over real HTTP. */
async function download(filename: string | null, send: (response: ServerResponse) => void = whole) {
  const folder = await temporaryFolder();
  const server = await rawServer((request, response) => {
    if (request.url !== '/api/2/export/j1') send(response);
    else {
      const links = { download: '/export/j1/download' };
      sendJson(response, exportJobDocument({ state: 'completed', filename }, links, server.baseUrl));
    }
  });
  const care = await server.connect();
  const job = await care.exportJob(`${server.baseUrl}/export/j1`);
  const free = () => until(() => care.throttle.stats().running === 0 && server.running === 0);
  return { folder, server, free, job, open: () => job.download() };
}

describe('a saved download', () => {
  test('has the bytes and the suggested name, and only its owner can read it', async () => {
    const { folder, open, free } = await download('clients.csv');
    const progress: number[] = [];
    const path = await saveDownload(await open(), folder, { onProgress: ({ received }) => progress.push(received) });
    expect(path).toBe(join(folder, 'clients.csv'));
    expect(new Uint8Array(await readFile(path))).toEqual(content);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(progress.at(-1)).toBe(content.length);
    expect(await readdir(folder)).toEqual(['clients.csv']);
    await free();
  });

  test('replaces no file of a directory, even if two are saved at once', async () => {
    const { folder, open } = await download('clients.csv');
    await writeFile(join(folder, 'clients.csv'), 'mine');
    await symlink('/nowhere/at/all', join(folder, 'clients (2).csv'));
    await Promise.all([open(), open()].map(async (one) => saveDownload(await one, folder)));
    expect((await readdir(folder)).toSorted()).toEqual([
      'clients (2).csv',
      'clients (3).csv',
      'clients (4).csv',
      'clients.csv',
    ]);
    expect(await readFile(join(folder, 'clients.csv'), 'utf8')).toBe('mine');
  });

  test('replaces the file at a given path', async () => {
    const { folder, open } = await download('clients.csv');
    const path = join(folder, 'latest.csv');
    await writeFile(path, 'old');
    expect(await saveDownload(await open(), path)).toBe(path);
    expect(new Uint8Array(await readFile(path))).toEqual(content);
    expect(await readdir(folder)).toEqual(['latest.csv']);
  });

  test('takes its name from the header if the job has none', async () => {
    const { folder, open } = await download(null, (response) => {
      response.writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''..%2Fcli%C3%ABnten.csv` });
      response.end('x');
    });
    expect(await saveDownload(await open(), folder)).toBe(join(folder, 'cliënten.csv'));
  });
});

describe('a download that fails leaves nothing behind', () => {
  const cutOff = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 40_000), () => response.destroy());
  };

  test('if it is cut off', async () => {
    const { folder, open, free } = await download('clients.csv', cutOff);
    await writeFile(join(folder, 'clients.csv'), 'old');
    const failure = { name: 'UnexpectedResponseError', cutOff: true };
    await expect(saveDownload(await open(), folder)).rejects.toMatchObject(failure);
    await expect(saveDownload(await open(), join(folder, 'clients.csv'))).rejects.toMatchObject(failure);
    expect(await readdir(folder)).toEqual(['clients.csv']);
    expect(await readFile(join(folder, 'clients.csv'), 'utf8')).toBe('old');
    await free();
  });

  test('if it is stopped half-way', async () => {
    const { folder, job, free } = await download('clients.csv', (response) => void response.write(content));
    const stop = new AbortController();
    const reason = new Error('enough');
    const onProgress = () => stop.abort(reason);
    const stopped = await job.download({ signal: stop.signal });
    await expect(saveDownload(stopped, folder, { onProgress })).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
    await free();
  });

  test.each(['missing', 'missing/', 'missing/clients.csv'])('if it cannot be written: %s', async (into) => {
    const { folder, open, free } = await download('clients.csv', (response) => void response.write(content));
    await expect(saveDownload(await open(), join(folder, into, 'x'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
    await free();
  });

  test('if its path is a directory', async () => {
    const { folder, open, free } = await download('clients.csv');
    await mkdir(join(folder, 'clients.csv'));
    expect(await saveDownload(await open(), folder)).toBe(join(folder, 'clients (2).csv'));
    await free();
  });

  test.skipIf(process.getuid?.() === 0)('if the directory is not ours', async () => {
    const { folder, open, free } = await download('clients.csv');
    await chmod(folder, 0o500);
    await expect(saveDownload(await open(), folder)).rejects.toMatchObject({ code: 'EACCES' });
    await free();
  });
});

test.each<[string | null, string]>([
  ['../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\system.ini', 'system.ini'],
  ['..\\..\\x.csv', 'x.csv'],
  ['clients.csv/', 'clients.csv'],
  ['..', 'download'],
  ['.', 'download'],
  ['', 'download'],
  [null, 'download'],
  ['   ', 'download'],
  ['.bashrc', 'bashrc'],
  ['CON', '_CON'],
  ['nul.csv', '_nul.csv'],
  ['LPT1 .csv', '_LPT1.csv'],
  ['com¹', '_com¹'],
  ['console.csv', 'console.csv'],
  ['clients.csv. . ', 'clients.csv'],
  ['a<b>:"c|?*.csv', 'a_b___c___.csv'],
  ['a\u0000b\r\n.csv', 'ab.csv'],
  ['clients\u202Evsc.exe', 'clientsvsc.exe'],
  ['Zoe\u0308 😀.csv', 'Zoë 😀.csv'],
  [`${'é'.repeat(300)}.csv`, `${'é'.repeat(98)}.csv`],
])('the name %j is saved as %j, within the directory', async (filename, name) => {
  const { folder, open } = await download(filename, (response) => void response.end('x'));
  expect(await saveDownload(await open(), folder)).toBe(join(folder, name));
  expect(await readdir(folder)).toEqual([name]);
});
