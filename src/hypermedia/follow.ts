import { isJsonObject, type JsonObject } from './document.js';
import { withQuery } from './link-target.js';
import { listOf } from './lists/list.js';
import type { Batch } from './lists/paginate.js';
import type { FollowOptions } from './request-options.js';
import { sourceOf } from './response-source.js';
import type { Session } from './session.js';

/** Reads a URL of any kind: its response shows whether it is a resource, a list or a file. One request. */
export async function followUrl(
  session: Session,
  url: URL,
  target: string,
  { query, ...options }: FollowOptions,
): Promise<unknown> {
  const call = { ...options, query, method: 'GET', target, operation: session.settings.reading } as const;
  const response = await session.sendOrOpen(url, call);
  if ('file' in response) return response.file;
  const source = sourceOf(response, target);
  const { '@items': items, '@paging': paging } = source.document;
  if (!Array.isArray(items)) {
    await session.prepare([source.document]);
    return session.identify(source);
  }
  const findUrl = async () => ({ url });
  const requested = withQuery(url, { ...query, ...options.extra?.query });
  const { batched, ...batch } = batchOf(paging, items.length, requested.searchParams);
  return listOf(session, batch, options, { target, batched, query, loaded: source, findUrl });
}

/**
 * How to paginate a list that this package does not know. It is batched if its first response, of `count` items, is a batch.
 * If the platform does not report that, a response is a batch if it contains as many items as were requested. It begins at
 * the requested `start`, or else at the reported one.
 */
function batchOf(paging: unknown, count: number, query: URLSearchParams): Batch & { batched: boolean } {
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
