import { type Followed, Resource } from 'care-platform';
import { UsageError } from '../frame/exit-codes.js';
import { type Amount, pageOf } from './address.js';

/** What links lead to, one after the other. The amount is for the last one. */
export async function followLinks(
  start: Followed,
  name: string,
  links: readonly string[],
  amount: Amount = {},
): Promise<Followed> {
  let found = start;
  let from = name;
  for (const [index, link] of links.entries()) {
    if (!(found instanceof Resource)) throw new UsageError(`'${from}' is a list or a file, which has no links.`);
    const isLast = index === links.length - 1;
    found = await found.follow(link, isLast && amount.limit ? { query: { limit: pageOf(amount) } } : {});
    from = link;
  }
  return found;
}
