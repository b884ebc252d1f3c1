import { PartNotLoadedError } from '../errors.js';

/**
 * A part of this package that has a file of its own, fetched when it is first needed. Whatever a write may need, a look after
 * a lost answer included, is loaded before it is sent: so a part that cannot be had has changed nothing.
 *
 * @param name names it in the message
 */
export function part<Contents>(name: string, load: () => Promise<Contents>): () => Promise<Contents> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PartNotLoadedError(
        `The part of this package for ${name} could not be loaded. No change was sent to the platform. ` +
          'Check the network connection. If you are online, reload the page: a newer version has been deployed.',
        { cause },
      );
    });
}
