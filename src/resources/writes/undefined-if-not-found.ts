import { isCareError } from '../../errors.js';

/** Returns `undefined` if the platform responds with 404. */
export async function undefinedIfNotFound<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (failure) {
    if (isCareError(failure, 'NotFoundError')) return undefined;
    throw failure;
  }
}
