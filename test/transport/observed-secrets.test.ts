import { expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { json, lost, page, refusal, scriptedPlatform } from '../support/platform.js';
import { expectNothing, token } from '../support/secrets.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();

test('neither hooks nor log lines hold the token or what is known of a patient', async () => {
  skipPauses();
  const reported: unknown[] = [];
  const lines: string[] = [];
  const report = (attempt: unknown) => void reported.push(attempt);
  const write = (line: string) => void lines.push(line);
  const hooks = { beforeRequest: report, afterResponse: report, beforeRetry: report };
  const logger = { debug: write, info: write, warn: write, error: write };
  const care = await platform.connect({ hooks, logger, token, validation: 'lenient' });
  const patient = clientDocument('MRN-4711', {
    last_name: 'Verhoeven',
    email: 'verhoeven@example.org',
    bsn: 999994669,
  });
  platform.on('GET', '/c/MRN-4711', json(patient));
  platform.on('PATCH', '/c/MRN-4711', refusal(500, 'Verhoeven'), page('<title>Verhoeven</title>'));
  platform.on('POST', '/c/MRN-4711/tools', refusal(500, 'Verhoeven'));
  platform.on('POST', '/c/items', lost);
  const client = await care.client({ url: `${baseUrl}/c/MRN-4711` });
  await expect(client.update({ last_name: 'Verhoeven', bsn: '999994669' })).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
  });
  await expect(client.addTool({ id: 'panic' })).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  await expect(care.searchClients({ email: 'verhoeven@example.org' }).toArray()).rejects.toMatchObject({
    name: 'ConnectionError',
  });
  expect(reported.length).toBeGreaterThan(8);
  expect(lines.length).toBeGreaterThan(8);
  expectNothing(reported);
  expectNothing(lines);
});
