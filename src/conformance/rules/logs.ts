import { ApiErrorRecord, ClientAccessRecord } from 'care-platform';
import { checkEqual, checkThat } from '../checks.js';
import { sectionRules } from '../rule.js';
import { objectIn, readDocument, urlsOf, type WireObject, wireItems, wireLinks } from '../wire-document.js';

export const logRules = [
  ...sectionRules('4.3-client-access-log', [
    'EPA-1',
    'the client access log is a list of records with links and paging',
    async (reading) => {
      // The library goes first: each request may be a record.
      const records = await reading.care.clientAccessLog({ limit: 5 }).toArray();
      const url = 'configuration/clientaccess/accesslog/items?limit=5';
      const items = logItems(await readDocument(reading, 'client access log', url), 'client access log');
      checkThat(
        records.every((record) => record instanceof ClientAccessRecord),
        'The library reads a record as another class.',
      );
      checkEqual(
        records.map((record) => record.url),
        urlsOf(items),
        'URLs of the records',
      );
    },
  ]),
  ...sectionRules('4.13-error-logs', [
    'EPE-1',
    'the API error log is always there, with links and paging',
    async (reading) => {
      const { care, get } = reading;
      await get('an unknown endpoint', 'no/such/endpoint');
      const records = await care.apiErrors({ limit: 3 }).toArray();
      const log = await readDocument(reading, 'API error log', 'configuration/apiusers/errorlog/items?limit=3');
      const items = logItems(log, 'API error log');
      checkThat(items.length > 0, 'The API error log lacks the request of an unknown endpoint.');
      checkThat(
        records.every((record) => record.constructor === ApiErrorRecord),
        'The library reads a record as another class.',
      );
      checkEqual(
        records.map((record) => record.url),
        urlsOf(items),
        'URLs of the records',
      );
    },
  ]),
];

function logItems(log: WireObject, what: string): readonly WireObject[] {
  const items = wireItems(log, what);
  wireLinks(log, what);
  checkEqual(objectIn(log['@paging'], `@paging of the ${what}`).found, items.length, `found in @paging of the ${what}`);
  return items;
}
