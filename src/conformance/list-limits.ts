import { NotReachable } from './checks.js';
import type { Reading } from './reading.js';
import { checkReachable, parseDocument, urlsOf, wireItems, withParameters } from './wire-document.js';

/** More than lists of most installations have, and still one request of a costly list. */
const largeLimit = 1000;
const smallLimit = 10;
const mostSmallPages = 5;

export interface ListFinding {
  readonly list: string;
  /** What was seen, in a sentence. */
  readonly seen: string;
  /** Whether a page with fewer items than `limit` was the last one. */
  readonly shortPageEnds: boolean;
}

/**
 * Finds out which lists cap `limit`, refuse it, or lack items within a page. Sends up to eight requests for each list. A
 * list that this token does not reach is left out.
 */
export async function findListLimits(reading: Reading): Promise<ListFinding[]> {
  const findings: ListFinding[] = [];
  for (const [list, url] of await listsOf(reading)) {
    try {
      findings.push(await findLimits(reading, list, url));
    } catch (error) {
      if (!(error instanceof NotReachable)) throw error;
    }
  }
  return findings;
}

async function findLimits(reading: Reading, list: string, url: string): Promise<ListFinding> {
  const read = async (query: Record<string, string>) => {
    const response = await reading.get(list, withParameters(url, query));
    if (response.status === 400) return undefined;
    checkReachable(response);
    return identify(wireItems(parseDocument(response), list));
  };
  const seen = [await largePage(read), await smallPages(read)];
  if (list === 'diary entries') seen.push(await withoutLimit(read));
  const faults = seen.filter((fault) => fault !== undefined);
  const shortPageEnds = faults.length === 0;
  return { list, shortPageEnds, seen: shortPageEnds ? 'neither caps nor hides' : faults.join(', ') };
}

/** The lists that are batched, and that are linked for this token. */
async function listsOf({ care, client }: Reading): Promise<[string, string][]> {
  const { links } = await client();
  const found = [
    ['catalogue', care.links.find('catalogue.items')],
    ['conversations', links.find('conversations')],
    ['diary entries', links.find('diary.entries.items')],
  ] as const;
  const linked = found.flatMap<[string, string]>(([list, link]) => (link === undefined ? [] : [[list, link.url]]));
  return [['clients', `${care.url.replace(/\/$/, '')}/c/items`], ...linked];
}

type ReadIds = (query: Record<string, string>) => Promise<string[] | undefined>;

function identify(items: readonly Readonly<Record<string, unknown>>[]): string[] {
  return urlsOf(items).map((url, index) => (typeof url === 'string' ? url : JSON.stringify(items[index])));
}

async function largePage(read: ReadIds): Promise<string | undefined> {
  const items = await read({ limit: String(largeLimit) });
  if (items === undefined) return `refuses a limit of ${largeLimit}`;
  if (items.length >= largeLimit) return undefined;
  const next = await read({ start: String(items.length), limit: '1' });
  const [item] = next ?? [];
  if (item === undefined) return undefined;
  return items.includes(item) ? 'hides items' : `gives at most ${items.length}`;
}

/** Items that are hidden after a page was cut leave a page short that is not the last. */
async function smallPages(read: ReadIds): Promise<string | undefined> {
  let isShort = false;
  for (let page = 0; page < mostSmallPages; page++) {
    const items = await read({ start: String(page * smallLimit), limit: String(smallLimit) });
    if (items === undefined) return `refuses a limit of ${smallLimit}`;
    if (isShort && items.length > 0) return `has more items after a page of fewer than ${smallLimit}`;
    isShort ||= items.length < smallLimit;
  }
  return undefined;
}

async function withoutLimit(read: ReadIds): Promise<string | undefined> {
  const items = (await read({})) ?? [];
  const next = await read({ start: String(items.length), limit: '1' });
  return next?.some((item) => !items.includes(item)) === true
    ? `gives at most ${items.length} without a limit`
    : undefined;
}
