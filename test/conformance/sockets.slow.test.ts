import { connect } from 'care-platform';
import { expect } from 'vitest';
import { rule } from './rule.js';

/** The parts of these rules that only a real socket can show. */
rule('CON-3, TRAP-32', 'without encryption the client connects to this machine only', async ({ sandbox }) => {
  await using server = await sandbox.listen();
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/2$/);
  const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });
  expect([care.url, server.stats().requests]).toEqual([server.baseUrl, 1]);
  care.close();
});

rule('RES-6', 'the length of JSON on the wire is its length in bytes', async ({ sandbox }) => {
  await using server = await sandbox.listen();
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}` };
  const response = await fetch(`${server.baseUrl}/aux/client/id/EHR-1047`, { headers });
  expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength));
});

rule('TRAP-57', 'a compressed export is shorter on the wire than its job says', async ({ sandbox }) => {
  await using server = await sandbox.listen();
  const token = sandbox.tokens.apiUser;
  const care = await connect({ baseUrl: server.baseUrl, token });
  for (const gzip of [false, true]) {
    sandbox.settings.exportGzip = gzip;
    const job = await care.startExport({ name: 'client' });
    sandbox.clock.advance({ seconds: 5 });
    const ready = await job.refresh();
    const { content_length, content_encoding } = ready.data;
    const { url } = ready.links.get('download');
    const response = await fetch(url, { headers: { authorization: `svc-token ${token}` } });
    const encodings = [content_encoding, response.headers.get('content-encoding')];
    expect(encodings).toEqual(gzip ? ['gzip', 'gzip'] : [null, null]);
    const onTheWire = Number(response.headers.get('content-length'));
    expect(onTheWire === content_length).toBe(!gzip);
    expect((await response.arrayBuffer()).byteLength).toBe(content_length);

    const file = await ready.download();
    expect(file.size).toBe(gzip ? undefined : content_length);
    expect((await file.bytes()).byteLength).toBe(content_length);
  }
  care.close();
});
