import type { Fetch, FetchedResponse, FetchInit } from './fetch.js';
import { FetchFailure } from './network-failure.js';

/** What a request can do without. Workers refuse `cache` if their compatibility date is before 2024-11-11. */
type Dispensable = 'cache' | 'credentials' | 'referrerPolicy';

const refusal =
  /'(cache|credentials|referrerPolicy)' field .*not implemented|unsupported (cache) mode|\b(cache|credentials|referrerPolicy) (?:field|option|mode|property|is) .*(?:not implemented|not supported|unsupported)/i;

/** The fields that each `fetch` has refused. */
const refusedBy = new WeakMap<object, Set<Dispensable>>();

/** Asks without the fields that this `fetch` refuses. It refuses before it sends anything, so it is asked again at once. */
export async function askWithoutRefused(send: Fetch, url: string, init: FetchInit): Promise<FetchedResponse> {
  const refused = refusedBy.get(send) ?? new Set();
  for (;;) {
    const accepted = refused.size === 0 ? init : without(init, refused);
    let isSync = true;
    try {
      const asked = send(url, accepted);
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

function without(init: FetchInit, refused: ReadonlySet<Dispensable>): FetchInit {
  const entries = Object.entries(init).filter(([name]) => !refused.has(name as Dispensable));
  return Object.fromEntries(entries) as unknown as FetchInit;
}

function refusedField(thrown: unknown, init: FetchInit): Dispensable | undefined {
  const message: unknown = Reflect.get(Object(thrown), 'message');
  const named = refusal
    .exec(typeof message === 'string' ? message : '')
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
  const fields: readonly Dispensable[] = ['cache', 'credentials', 'referrerPolicy'];
  return fields.find((field) => field.toLowerCase() === named && field in init);
}
