import { isCareError } from '../../errors.js';

/** Returns `undefined` if the platform responds with 404. A 404 of a gateway says nothing about what is there. */
export async function undefinedIfNotFound<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (failure) {
    if (isCareError(failure, 'NotFoundError') && failure.isFromPlatform) return undefined;
    throw failure;
  }
}
