import { isCareError } from '../../errors.js';

/** `undefined` where there is no such thing. */
export async function undefinedIfNotFound<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (failure) {
    if (isCareError(failure, 'NotFoundError')) return undefined;
    throw failure;
  }
}
