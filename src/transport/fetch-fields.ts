import { UnusableBody } from './body-reader.js';
import { FetchFailure } from './failures/network-failure.js';
import type { Fetch, FetchedResponse } from './fetch.js';

/**
 * Sends the request that ky made. A `fetch` of the caller's own gets the same as plain fields: undici's refuses a `Request`
 * of another copy.
 */
export async function sendWith(
  own: Fetch | undefined,
  request: Request,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  // Not in ky's request: Workers refuse some of them when one is made.
  const common = {
    signal,
    // Some frameworks patch `fetch` with a store that may answer another user's request.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  } as const;
  if (own === undefined) return askWithoutRefused(globalThis.fetch, request, common);
  const init = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(body !== undefined && { body }),
    // Followed by hand, within the origin. A browser hides where a redirect leads, but not that there was one.
    redirect: 'manual',
    ...common,
  } as const;
  return usable(await askWithoutRefused(own, request.url, init));
}

function usable(response: FetchedResponse | undefined): Response {
  const { status, headers } = Object(response) as Partial<FetchedResponse>;
  if (typeof status === 'number' && typeof headers?.get === 'function') return response as Response;
  throw new UnusableBody('the given `fetch` returned no response with `status` and `headers.get()`');
}

/** What a request can do without. Workers refuse `cache` if their compatibility date is before 2024-11-11. */
type Dispensable = 'cache' | 'credentials' | 'referrerPolicy';

const refusal =
  /'(cache|credentials|referrerPolicy)' field .*not implemented|unsupported (cache) mode|\b(cache|credentials|referrerPolicy) (?:field|option|mode|property|is) .*(?:not implemented|not supported|unsupported)/i;

/** The fields that each `fetch` has refused. */
const refusedBy = new WeakMap<object, Set<Dispensable>>();

/** Asks without the fields that this `fetch` refuses. It refuses before it sends anything, so it is asked again at once. */
async function askWithoutRefused<Input, Init extends object, Fetched>(
  send: (input: Input, init: Init) => Promise<Fetched>,
  input: Input,
  init: Init,
): Promise<Fetched> {
  const refused = refusedBy.get(send) ?? new Set();
  for (;;) {
    const accepted = refused.size === 0 ? init : without(init, refused);
    let isSync = true;
    try {
      const asked = send(input, accepted);
      isSync = false;
      return await asked;
    } catch (thrown) {
      const field = refusedField(thrown, accepted);
      if (field === undefined) throw new FetchFailure(thrown, isSync);
      refused.add(field);
      refusedBy.set(send, refused);
    }
  }
}

function without<Init extends object>(init: Init, refused: ReadonlySet<Dispensable>): Init {
  const entries = Object.entries(init).filter(([name]) => !refused.has(name as Dispensable));
  return Object.fromEntries(entries) as Init;
}

function refusedField(thrown: unknown, init: object): Dispensable | undefined {
  const message: unknown = Reflect.get(Object(thrown), 'message');
  const named = refusal
    .exec(typeof message === 'string' ? message : '')
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
  const fields: readonly Dispensable[] = ['cache', 'credentials', 'referrerPolicy'];
  return fields.find((field) => field.toLowerCase() === named && field in init);
}
