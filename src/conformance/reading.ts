import { type Application, Client, Download, isCareError } from 'care-platform';
import { BrokenRule, NotReachable } from './checks.js';
import type { PlainOptions, PlainResponse, WireTap } from './wire-tap.js';

/** What a rule is checked with: the library, and responses as they come. It can write nothing by itself. */
export interface Reading {
  readonly care: Application;
  /** A client with an external id, read again each time. */
  client(): Promise<Client>;
  /** The external id of that client. */
  clientId(): Promise<string>;
  /**
   * Sends one GET, below the base URL or absolute.
   *
   * @param target what is requested, in fixed words for messages
   * @throws the error of the library, if there was no response that says something about the rule
   */
  get(target: string, url: string, options?: PlainOptions): Promise<PlainResponse>;
}

/** A client with an id is expected among so many. */
const mostSearched = 100;

/**
 * @param care a connection whose `fetch` is that of the tap
 * @param givenId external id of the client; default: the first that has one
 */
export function openReading(care: Application, tap: WireTap, givenId?: string): Reading {
  let id = givenId;
  const clientId = async () => {
    id ??= await firstClientId(care);
    return id;
  };
  return {
    care,
    clientId,
    client: async () => care.client({ id: await clientId() }),
    async get(target, url, options = {}) {
      const { response, error } = await tap.record(target, options, async () => {
        const { data } = await care.request({ url });
        if (data instanceof Download) await data.cancel();
      });
      // The library judges a response, which is the rule's to do: a 404 may be just what it expects.
      if (response !== undefined && (error === undefined || isJudgement(error))) return response;
      throw error ?? new BrokenRule(`GET ${target} responded with more than 64 MiB.`);
    },
  };
}

/** An error about a response that is complete, and that would come again. */
function isJudgement(error: unknown): boolean {
  return isCareError(error) && !error.isTransient && error.name !== 'ClosedError';
}

async function firstClientId(care: Application): Promise<string> {
  let searched = 0;
  for await (const user of care.clients({ limit: 10 })) {
    if (user instanceof Client && user.data.id != null) return user.data.id;
    searched += 1;
    if (searched === mostSearched) break;
  }
  throw new NotReachable(`none of the first ${mostSearched} users in the list of clients has an external id`);
}
