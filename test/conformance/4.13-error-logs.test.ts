import { CarelinkErrorRecord, Hl7ErrorRecord, NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { get } from './wire.js';

const [API, CARELINK, HL7] = ['apiusers', 'carelink', 'hl7'].map((one) => `/configuration/${one}/errorlog/items`);

readingRules('4.13-error-logs');

rule('EPE-2', 'the log of the care integration exists only if that is enabled', async ({ sandbox, care, raw }) => {
  const { '@items': items, '@links': links, '@paging': paging } = await get(raw, `${CARELINK}`);
  expect([links, paging]).toEqual([[], { found: 2, limit: null, start: null, total: 2 }]);
  const records = await care.carelinkErrors().toArray();
  expect(records.map((one) => one.constructor)).toEqual([CarelinkErrorRecord, CarelinkErrorRecord]);
  expect(records.map(({ data }) => data.event_id)).toEqual(items.map((one) => one.event_id));
  sandbox.settings.carelink = false;
  expect((await raw('GET', `${CARELINK}`)).status).toBe(404);
  await expect(care.carelinkErrors().toArray()).rejects.toThrow(NotFoundError);
  expect((await raw('GET', `${HL7}`)).status).toBe(200);
});

rule('EPE-3', 'the log of HL7 exists only if HL7 is enabled', async ({ sandbox, care, raw }) => {
  const { '@items': items, '@links': links, '@paging': paging } = await get(raw, `${HL7}`);
  expect([links, paging]).toEqual([[], { found: 1, limit: null, start: null, total: 1 }]);
  const [record, ...others] = await care.hl7Errors().toArray();
  expect([record?.constructor, others]).toEqual([Hl7ErrorRecord, []]);
  expect(record?.data.payload).toBe(items[0]?.payload);
  sandbox.settings.hl7 = false;
  expect((await raw('GET', `${HL7}`)).status).toBe(404);
  await expect(care.hl7Errors().toArray()).rejects.toThrow(NotFoundError);
  expect((await raw('GET', `${CARELINK}`)).status).toBe(200);
  sandbox.settings.carelink = false;
  expect((await raw('GET', `${API}`)).status).toBe(200);
});
