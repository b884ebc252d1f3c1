import type { Application } from 'care-platform';
import type { Reading } from './rule.js';
import { asked, type WireDocument } from './wire.js';

/** More than lists of most installations have, and still one request of a costly list. */
const large = 1000;
const small = 10;
const mostSmallPages = 5;

export interface ListFinding {
  readonly list: string;
  /** What was seen, in a sentence. */
  readonly seen: string;
  /** Whether a page with fewer items than `limit` was the last one. */
  readonly shortPageEnds: boolean;
}

/** Finds out which lists cap `limit`, refuse it, or lack items within a page. Sends up to eight requests for each list. */
export async function findListLimits({ care, raw, clientId }: Reading): Promise<ListFinding[]> {
  const findings: ListFinding[] = [];
  for (const [list, url] of await listsOf(care, clientId)) {
    const read = async (query: Record<string, string>) => {
      const response = await raw('GET', asked(url, query));
      return response.status === 200 ? itemsOf((await response.json()) as WireDocument) : undefined;
    };
    const seen = [await largePage(read), await smallPages(read)];
    if (list === 'diary entries') seen.push(await withoutLimit(read));
    const faults = seen.filter((fault) => fault !== undefined);
    const shortPageEnds = faults.length === 0;
    findings.push({ list, shortPageEnds, seen: shortPageEnds ? 'neither caps nor hides' : faults.join(', ') });
  }
  return findings;
}

/** The lists that are batched, and that this token reaches. */
async function listsOf(care: Application, clientId: string): Promise<[string, string][]> {
  const client = await care.client({ id: clientId });
  const links = [
    ['catalogue', care.links.find('catalogue.items')],
    ['conversations', client.links.find('conversations')],
    ['diary entries', client.links.find('diary.entries.items')],
  ] as const;
  const found = links.flatMap<[string, string]>(([list, link]) => (link === undefined ? [] : [[list, link.url]]));
  return [['clients', `${care.url.replace(/\/$/, '')}/c/items`], ...found];
}

type Read = (query: Record<string, string>) => Promise<string[] | undefined>;

const itemsOf = ({ '@items': items }: WireDocument) => items.map((item) => item['@url'] ?? JSON.stringify(item));

async function largePage(read: Read): Promise<string | undefined> {
  const items = await read({ limit: String(large) });
  if (items === undefined) return `refuses a limit of ${large}`;
  if (items.length >= large) return undefined;
  const next = await read({ start: String(items.length), limit: '1' });
  const [item] = next ?? [];
  if (item === undefined) return undefined;
  return items.includes(item) ? 'hides items' : `gives at most ${items.length}`;
}

/** Items that are hidden after a page was cut leave a page short that is not the last. */
async function smallPages(read: Read): Promise<string | undefined> {
  let isShort = false;
  for (let page = 0; page < mostSmallPages; page++) {
    const items = await read({ start: String(page * small), limit: String(small) });
    if (items === undefined) return `refuses a limit of ${small}`;
    if (isShort && items.length > 0) return `has more items after a page of fewer than ${small}`;
    isShort ||= items.length < small;
  }
  return undefined;
}

async function withoutLimit(read: Read): Promise<string | undefined> {
  const items = (await read({})) ?? [];
  const next = await read({ start: String(items.length), limit: '1' });
  return next?.some((item) => !items.includes(item)) === true
    ? `gives at most ${items.length} without a limit`
    : undefined;
}
