import { checkEqual, checkStatus, checkText, checkThat, NotReachable } from '../checks.js';
import { findListLimits } from '../list-limits.js';
import type { Reading } from '../reading.js';
import { sectionRules, typeOf } from '../rule.js';
import {
  objectIn,
  readDocument,
  urlsOf,
  type WireObject,
  wireItems,
  wireLinks,
  withParameters,
} from '../wire-document.js';

/** Lists that come in batches. */
export const listRules = [
  ...sectionRules('2.2.1-batching', [
    'BAT-1, BAT-2, BAT-3, BAT-4',
    'a page of clients is what was asked for',
    async (reading) => {
      const [page, items] = await readClientPage(reading);
      checkPaging(page, items.length);
      const longer = await readDocument(reading, 'clients', 'c/items?limit=3');
      const [, ...rest] = urlsOf(wireItems(longer, 'clients'));
      checkEqual(urlsOf(items), rest, 'URLs of the second and third client');
      const listed = await reading.care.clients({ start: 1, limit: 2 }).toArray({ max: 2 });
      checkEqual(
        urlsOf(listed.map(({ url }) => ({ '@url': url }))),
        rest,
        'URLs of the clients that the library lists',
      );
    },
  ]),
  ...sectionRules('2.2.1-list-limits', [
    'BAT-4',
    'a short page is the last one if no list caps or hides',
    async (reading, report) => {
      const limits = await findListLimits(reading);
      if (limits.length === 0) throw new NotReachable('none of the lists that come in batches can be read');
      for (const { list, seen } of limits) report(`${list}: ${seen}, as far as this token sees`);
      const canBeSet = limits.every(({ shortPageEnds }) => shortPageEnds);
      report(canBeSet ? '`shortPageEnds: true` can be set' : '`shortPageEnds` must not be set');
    },
  ]),
  ...sectionRules('2.10-catalogue-item', [
    'CAT-1',
    'content has the type of a catalogue item',
    async (reading) => {
      const url = withParameters(reading.care.links.get('catalogue.items').url, { limit: '2' });
      const items = wireItems(await readDocument(reading, 'catalogue', url), 'catalogue');
      const read = await reading.care.catalogue({ limit: 2 }).toArray({ max: items.length });
      const types = items.map(() => typeOf(reading, 'catalogue/item'));
      checkEqual(
        items.map((item) => item['@type']),
        types,
        '@type of the items of the catalogue',
      );
      checkEqual(
        read.map(({ type }) => type),
        types,
        'type of the items of the catalogue',
      );
    },
  ]),
  ...sectionRules('4.1-root-and-clients', [
    'EPU-4',
    'clients are listed in the batch asked for, with links and paging',
    async (reading) => {
      const [page, items] = await readClientPage(reading);
      wireLinks(page, 'clients');
      checkPaging(page, items.length);
      const listed = await reading.care.clients({ start: 1, limit: 2 }).toArray({ max: 2 });
      checkEqual(
        listed.map(({ url }) => url),
        urlsOf(items),
        'URLs of the clients that the library lists',
      );
    },
  ]),
  ...sectionRules('4.5-catalogue', [
    'EPC-1',
    'the catalogue responds with a batch of items, and only if a request says how many',
    async (reading) => {
      const { care, get } = reading;
      const { url } = care.links.get('catalogue.items');
      const page = await readDocument(reading, 'catalogue', withParameters(url, { limit: '2', start: '1' }));
      const items = wireItems(page, 'catalogue');
      wireLinks(page, 'catalogue');
      objectIn(page['@paging'], '@paging of the catalogue');
      checkThat(items.length <= 2, 'The catalogue has more items than the limit.');
      const read = await care.catalogue({ limit: 2, start: 1 }).toArray({ max: items.length });
      checkEqual(
        read.map(({ data }) => data.id),
        items.map(({ id }) => id),
        'ids of the items of the catalogue',
      );
      checkStatus((await get('catalogue without a limit', url)).status, 400, 'GET catalogue without a limit');
    },
  ]),
];

async function readClientPage(reading: Reading): Promise<[WireObject, readonly WireObject[]]> {
  const page = await readDocument(reading, 'clients', 'c/items?start=1&limit=2');
  const items = wireItems(page, 'clients');
  for (const url of urlsOf(items)) checkText(url, '@url of an item of clients');
  checkThat(items.length <= 2, 'The page of clients has more items than the limit.');
  return [page, items];
}

function checkPaging(page: WireObject, count: number): void {
  const { start, limit, found } = objectIn(page['@paging'], '@paging of clients');
  checkEqual(
    { start, limit, found },
    { start: 1, limit: 2, found: count },
    'start, limit and found in @paging of clients',
  );
}
