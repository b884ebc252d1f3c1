import { clock } from '../../async/clock.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { listOf } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { sourceOf } from '../../hypermedia/response-source.js';
import type { Session } from '../../hypermedia/session.js';
import type { Change } from './change.js';
import { type ChangesQuery, changesQuery } from './changes-query.js';

/** The list of changes of a platform, with the options of each request. */
export interface ChangesSource {
  readonly session: Session;
  /** Finds the list. It may need a request. */
  findLink(options: RequestOptions): Promise<{ readonly url: URL; readonly target: string }>;
  readonly request: RequestOptions;
  /** Set if the run ends by itself, also during an outage. */
  readonly once?: boolean | undefined;
}

/** The result of one poll. */
export interface PollResult {
  readonly changes: readonly Change<Resource<JsonObject>>[];
  /** The platform's time of the request; our time if the response does not contain it. */
  readonly at: Date;
  /** Whether `at` is the platform's time. */
  readonly isPlatformTime: boolean;
}

/** Polls once. Its time is the platform's, from before the request. A page that cannot read it uses its own clock. */
export async function pollChanges(source: ChangesSource, query: ChangesQuery): Promise<PollResult> {
  const { session, request } = source;
  const { url, target } = await source.findLink(request);
  const requestedAt = new Date(clock.date());
  const started = clock.now();
  const response = await session.get(url, target, { ...request, query: changesQuery(query) });
  const took = clock.now() - started;
  const loaded = sourceOf(response, target);
  const details = { target, batched: false, loaded, findUrl: async () => ({ url }) };
  const changes = await listOf<Change<Resource<JsonObject>>>(session, {}, {}, details).toArray();
  const { serverTime } = response;
  const at = serverTime === undefined ? requestedAt : new Date(serverTime.getTime() - took);
  return { changes, at, isPlatformTime: serverTime !== undefined };
}
