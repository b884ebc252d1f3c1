import { type Application, Resource } from 'care-platform';
import { UsageError } from '../frame/exit-codes.js';
import { type Address, isUrl, read } from '../read/address.js';
import { followLinks } from '../read/follow.js';

/** The URL of a resource, or of the last of these links from it. A URL without links is not read before. */
export async function writeUrl(care: Application, address: Address, links: readonly string[]): Promise<string> {
  const last = links.at(-1);
  if (last === undefined && isUrl(address.what)) return address.what;
  const found = await followLinks(await read(care, address, {}), address.what, links.slice(0, -1));
  if (!(found instanceof Resource))
    throw new UsageError(`'${address.what}' is a list or a file. A write needs a resource, or a link of one.`);
  return last === undefined ? found.url : new URL(found.links.get(last).url, found.url).href;
}
