import { inlineFile } from 'care-platform';
import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

/** What Chromium writes into every request by itself, and what CORS lets any page write. */
const ordinary = new Set(
  [
    'host connection pragma cache-control user-agent accept accept-encoding accept-language origin content-length',
    'sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-site sec-fetch-mode sec-fetch-dest',
  ]
    .join(' ')
    .split(' '),
);

test('no header is sent that a platform has to allow, but Authorization and Content-Type', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager');
  const client = await care.client({ id: 'EHR-1042' });
  await client.update({ picture: await inlineFile(new Blob(['x']), 'x.png') });
  const label = await care.createLabel('A label');
  await label.delete();
  await care.searchClients({ email: 'x' }).toArray();
  await client.relations().first();
  const officer = await platform.connect('dataOfficer');
  const job = await (await officer.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
    interval: 100,
  });
  await (await job.download()).bytes();

  const seen = await platform.seen();
  const asked = seen.map(({ headers }) => headers['access-control-request-headers']).filter((names) => names);
  expect([...new Set(asked)].sort()).toEqual(['authorization', 'authorization,content-type']);
  const sent = (await platform.requests()).flatMap(({ headers }) => Object.keys(headers));
  expect([...new Set(sent)].filter((name) => !ordinary.has(name)).sort()).toEqual(['authorization', 'content-type']);
  expect(new Set((await platform.requests()).map(({ method }) => method))).toEqual(
    new Set(['GET', 'POST', 'PATCH', 'DELETE']),
  );
});

test('no cookie and no referrer goes along, even if host and page have the same name', async () => {
  const platform = await openPlatform();
  await cookieStore.set('session', 'of-the-portal');
  const baseUrl = platform.baseUrl.replace('127.0.0.1', location.hostname);
  const care = await platform.connect('client', { baseUrl });
  await care.client({ id: 'EHR-1042' });

  const requests = await platform.requests();
  expect(requests).toHaveLength(2);
  for (const { headers } of requests) {
    expect(headers['sec-fetch-site']).toBe('same-site');
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
  }
});

test('a response that may be cached is still requested again', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('client');
  const kept = (label: string) =>
    ({
      kind: 'response',
      status: 200,
      body: { '@type': 'https://care.example/ns/configuration/label', identifier: 'x', label },
      headers: { 'Cache-Control': 'max-age=3600', 'Content-Type': 'application/json' },
    }) as const;
  await platform.fail(kept('first'), kept('second'));
  const read = async () => (await care.label({ url: `${platform.baseUrl}/x` })).data.label;

  expect([await read(), await read()]).toEqual(['first', 'second']);
});
