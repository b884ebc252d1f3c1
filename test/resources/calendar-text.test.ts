import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test('the lines of a calendar are unfolded before they are decoded, so that no letter is lost', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  // A fold between the two bytes of one letter, one with a tab, and a line that only looks like one.
  const parts = [[...Buffer.from('SUMMARY:caf')], [0xc3], [13, 10, 32], [0xa9], [13, 10, 9], [0x21, 13, 10]];
  const bytes = new Uint8Array([...parts.flat(), ...Buffer.from('UID:1\r\n')]);
  const type = { 'content-type': 'text/calendar;charset=utf-8' };
  platform.on('GET', '/c/1/planning/ics', () => new HttpResponse(bytes, { headers: type }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  expect(await client.calendar()).toBe('SUMMARY:café!\r\nUID:1\r\n');
});
