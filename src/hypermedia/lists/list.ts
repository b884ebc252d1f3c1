import type { Operation } from '../../transport/request.js';
import { aBoolean, type OptionChecks, takeOptions, wholeNumber } from '../../values/options.js';
import { isJsonObject, type JsonObject, type Source } from '../document.js';
import { copyOptions } from '../input.js';
import type { Query } from '../link-target.js';
import { type RequestOptions, requestChecks } from '../request-options.js';
import { sourceOf } from '../response-source.js';
import { schemaError } from '../schema.js';
import type { ResourceType, Session } from '../session.js';
import { type Batched, Collection } from './collection.js';
import type { Batch, ListResponse } from './paginate.js';

/** Options of every list. */
export interface ListOptions {
  /** Skips the first items. Whole number from 0. */
  readonly start?: number | undefined;
  /** Items per request. Whole number from 1; default 100. The platform may return fewer. */
  readonly limit?: number | undefined;
  /**
   * Pages requested in advance, one at a time, while you process earlier items. Whole number from 0 to 10; default 0, since some
   * lists are costly for the platform. It has no effect if one request returns the whole list.
   */
  readonly prefetch?: number | undefined;
  /**
   * Whether a page with fewer items than `limit` is the last one if the platform reports no total. It saves the request that
   * proves the end. Set it only for a platform that neither caps `limit` nor hides items, or items are missed. Default: that
   * of the connection, `false`.
   */
  readonly shortPageEnds?: boolean | undefined;
}

/** The type of items without an `@type`: its class, or a function that loads it. */
export type ItemType<Item> = ResourceType<Item> | (() => Promise<ResourceType<Item>>);

export interface ListDetails<Item> {
  readonly target: string;
  readonly batched: Batched;
  readonly item?: ItemType<Item>;
  /** Whether it is sorted by a time that changes, for any kind of item. Default: `false`. */
  readonly isResorted?: boolean;
  readonly query?: Query | undefined;
  /** Set if the list is requested with a POST. The body then contains the batch. */
  readonly search?: JsonObject;
  /** The operation of its requests. Default: a read. */
  readonly operation?: Operation;
  /** A first response that was loaded before. */
  readonly loaded?: Source;
  findUrl(options: RequestOptions): Promise<{ url: URL }>;
}

/** Each option can be in either object. */
const listOptionChecks: OptionChecks<ListOptions & RequestOptions> = {
  start: wholeNumber(0),
  limit: wholeNumber(1),
  prefetch: wholeNumber(0, 10),
  shortPageEnds: aBoolean,
  ...requestChecks,
};

/** The options of a list with filters. */
export function takeFilters<Filters extends ListOptions>(
  query: Filters,
  checks: OptionChecks<Omit<Filters, keyof ListOptions>>,
): Filters {
  return takeOptions<Filters>('list options', query, {
    ...listOptionChecks,
    ...checks,
  } as unknown as OptionChecks<Filters>);
}

/** A collection of resources, each of the class of its `@type`. Items of unknown kinds do not affect the others. */
export function listOf<Item>(
  session: Session,
  list: ListOptions,
  request: RequestOptions,
  details: ListDetails<Item>,
): Collection<Item> {
  const {
    target,
    batched,
    item,
    query,
    search,
    findUrl,
    loaded,
    isResorted = false,
    operation = session.settings.reading,
  } = details;
  const take = (given: ListOptions & RequestOptions) =>
    takeOptions('list options', copyOptions(given), listOptionChecks);
  const given = withOwnBatch({ ...take(list), ...take(request) }, details);
  const { start, limit, prefetch, shortPageEnds = session.settings.shortPageEnds, ...options } = given;
  const priority = options.priority ?? 'bulk';
  // For the first iteration alone: the list may have changed before the next one.
  let unused = loaded;
  let expected: ResourceType<Item> | undefined;

  const read = async (batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<Source> => {
    const known = unused;
    unused = undefined;
    if (known && isFirst) return known;
    const request = { ...options, ...(signal && { signal }) };
    const { url } = await findUrl(request);
    const call = { ...request, priority, target, operation } as const;
    const content =
      search === undefined
        ? ({ method: 'GET', query: { ...query, ...batch } } as const)
        : ({ method: 'POST', body: { ...search, ...batch } } as const);
    return sourceOf(await session.send(url, { ...call, ...content }), target);
  };

  const requestBatch = async (batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<ListResponse> => {
    expected ??= item === undefined || 'schema' in item ? item : await item();
    const response = parseList(await read(batch, isFirst, signal), target, batch.limit, shortPageEnds);
    const documents = response.items.filter(isJsonObject);
    await session.prepare(documents);
    const moves = (document: JsonObject) => (session.kindOf(document) ?? expected)?.isResorted === true;
    return { ...response, isResorted: isResorted || documents.some(moves) };
  };

  return new Collection<Item>({
    batched,
    start,
    limit,
    prefetch,
    request: requestBatch,
    signal: options.signal,
    open({ value, index }, response) {
      const source = {
        document: isJsonObject(value) ? value : { value },
        base: response.base,
        context: response.context,
        listedIn: response.document,
      };
      return session.identify(source, expected, `item ${index} of ${target}`) as Item;
    },
  });
}

/** Moves a batch in `extra` to the options. In `extra` it would replace the batch of each request, so all would be the same. */
function withOwnBatch(
  options: ListOptions & RequestOptions,
  { batched, search }: Pick<ListDetails<unknown>, 'batched' | 'search'>,
): ListOptions & RequestOptions {
  const { extra } = options;
  const part = search === undefined ? 'query' : 'body';
  const added: unknown = extra?.[part];
  if (!batched || !isJsonObject(added)) return options;
  const { start, limit, ...others } = added as JsonObject & Batch;
  return {
    ...options,
    start: options.start ?? start,
    limit: options.limit ?? limit,
    extra: { ...extra, [part]: others },
  };
}

function parseList(
  source: Source,
  target: string,
  requestedLimit: number | undefined,
  shortPageEnds: boolean | undefined,
): Omit<ListResponse, 'isResorted'> {
  const { '@items': items, '@paging': paging } = source.document;
  if (!Array.isArray(items)) {
    // An empty list would mean that there are no items, and a mirror would drop its items.
    const problem = { name: '@items', message: 'Expected array.', code: 'undocumented' };
    throw schemaError([problem], target, source.context);
  }
  const { total, limit }: JsonObject = isJsonObject(paging) ? paging : {};
  // Without a limit, the response is the whole list, unless the platform applies a limit silently.
  const most = Math.min(requestedLimit ?? Infinity, Number(limit ?? Infinity));
  return {
    ...source,
    target,
    items,
    total: typeof total === 'number' ? total : null,
    isLast: items.length < most && (shortPageEnds || (most === Infinity && !mayBeLimit(items.length))),
  };
}

/** A limit is usually a round number, or one less, such as 99 or 255. */
function mayBeLimit(count: number): boolean {
  const next = count + 1;
  return count % 10 === 0 || count % 25 === 0 || count % 32 === 0 || next % 50 === 0 || next % 64 === 0;
}
