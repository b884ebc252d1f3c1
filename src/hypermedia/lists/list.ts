import { ResponseValidationError } from '../../errors.js';
import type { Operation } from '../../transport/request.js';
import { type OptionKinds, takeOptions, wholeNumber } from '../../values/options.js';
import { isJsonObject, type JsonObject, type Source } from '../document.js';
import { copyOptions } from '../input.js';
import type { Query } from '../link-target.js';
import { type RequestOptions, requestKinds } from '../request-options.js';
import { sourceOf } from '../response-source.js';
import type { ResourceType, Session } from '../session.js';
import { Collection } from './collection.js';
import type { Batch, ListResponse } from './paginate.js';

/** What every list takes. */
export interface ListOptions {
  /** Skips the first items. Whole number from 0. */
  readonly start?: number | undefined;
  /** Items asked for per request. Whole number from 1; default 100. The platform may give fewer. */
  readonly limit?: number | undefined;
  /**
   * Pages asked for ahead, one at a time, while the items before are worked on. Whole number from 0 to 10; default 0, since
   * some lists are costly for the platform. Of no use where one request gives all.
   */
  readonly prefetch?: number | undefined;
}

/** The kind of an item that names none: its class, or what loads it. */
export type ItemKind<Item> = ResourceType<Item> | (() => Promise<ResourceType<Item>>);

export interface ListDetails<Item> {
  readonly target: string;
  readonly batched: boolean;
  readonly item?: ItemKind<Item>;
  /** Whether it is sorted by a time that changes, whatever its items are. Default: `false`. */
  readonly isResorted?: boolean;
  readonly query?: Query | undefined;
  /** Set where the list is asked for with a POST, its batch in the body. */
  readonly search?: JsonObject;
  /** What asking for it is. Default: a read. */
  readonly operation?: Operation;
  /** A first answer that is here already. */
  readonly loaded?: Source;
  findUrl(options: RequestOptions): Promise<{ url: URL }>;
}

/** Each in either object: what is meant is the same. */
const listOptionKinds: OptionKinds<ListOptions & RequestOptions> = {
  start: wholeNumber(0),
  limit: wholeNumber(1),
  prefetch: wholeNumber(0, 10),
  ...requestKinds,
};

/** The options of a list that takes filters beside them. */
export function takeFilters<Filters extends ListOptions>(
  query: Filters,
  kinds: OptionKinds<Omit<Filters, keyof ListOptions>>,
): Filters {
  return takeOptions<Filters>('list options', query, {
    ...listOptionKinds,
    ...kinds,
  } as unknown as OptionKinds<Filters>);
}

/** A collection of resources, each of the class of its `@type`; one kind that we do not know loses nobody the others. */
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
    operation = session.reading,
  } = details;
  const take = (given: ListOptions & RequestOptions) =>
    takeOptions('list options', copyOptions(given), listOptionKinds);
  const { start, limit, prefetch, ...options } = withOwnBatch({ ...take(list), ...take(request) }, details);
  const priority = options.priority ?? 'bulk';
  let address: Promise<{ url: URL }> | undefined;
  let expected: ResourceType<Item> | undefined;

  const read = async (batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<Source> => {
    if (loaded !== undefined && isFirst) return loaded;
    address ??= findUrl(options);
    const { url } = await address.catch((failure: unknown) => {
      address = undefined;
      throw failure;
    });
    const call = { ...options, priority, target, operation, ...(signal !== undefined && { signal }) } as const;
    const content =
      search === undefined
        ? ({ method: 'GET', query: { ...query, ...batch } } as const)
        : ({ method: 'POST', body: { ...search, ...batch } } as const);
    return sourceOf(await session.send(url, { ...call, ...content }), target);
  };

  const requestBatch = async (batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<ListResponse> => {
    expected ??= item === undefined || 'schema' in item ? item : await item();
    const response = parseList(await read(batch, isFirst, signal), target);
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

/** `extra` may hold the batch too: left there, it would stand over that of each request, which all get the same then. */
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

function parseList({ document, base, context }: Source, target: string): Omit<ListResponse, 'isResorted'> {
  const { '@items': items, '@paging': paging } = document;
  if (!Array.isArray(items)) {
    // An empty list would read as 'there is nothing', and a mirror would drop what it holds.
    const problem = { name: '@items', message: 'Expected array.' };
    throw new ResponseValidationError(
      `The platform's ${target} is not as documented: @items: Expected array.`,
      target,
      [problem],
      context,
    );
  }
  const total = isJsonObject(paging) && typeof paging.total === 'number' ? paging.total : null;
  return { items, total, document, base, target, context };
}

/**
 * How a list goes on that this package knows nothing of: in batches if its first response, of `count` items, is one. If the
 * platform does not say, it is one if it is as long as was asked for. It stands at the `start` that was asked for, else at
 * the one that it names.
 */
export function batchOf(paging: unknown, count: number, query: URLSearchParams): Batch & { batched: boolean } {
  const { start, limit, total }: JsonObject = isJsonObject(paging) ? paging : {};
  const first = countIn(query, 'start', 0) ?? (Number.isSafeInteger(start) ? Math.max(0, Number(start)) : 0);
  if (Number.isSafeInteger(limit) && Number(limit) >= 1) return { batched: true, start: first, limit: Number(limit) };
  const requestedLimit = countIn(query, 'limit', 1);
  const batched = typeof total === 'number' ? total > first + count : count === requestedLimit;
  return { batched, start: first, limit: batched ? requestedLimit : undefined };
}

/** `undefined` if the query holds no whole number of that name, from `least` on. */
function countIn(query: URLSearchParams, name: string, least: number): number | undefined {
  const text = query.get(name) ?? '';
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  return Number.isSafeInteger(count) && count >= least ? count : undefined;
}
