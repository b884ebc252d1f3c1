import { addNote } from '../../errors/note.js';
import { isCareError } from '../../errors.js';

/** Adds the accepted values to a failure: the platform names only the refused field. */
export async function withOffer<Result>(field: string, offer: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (failure) {
    const isAbout = isCareError(failure, 'InvalidInputError') && failure.problems.some(({ name }) => name === field);
    throw isAbout ? addNote(failure, offer) : failure;
  }
}

/** Labels are sent by identifiers, and callers may send the texts instead. */
export function withLabelOffer<Result>(write: Promise<Result>): Promise<Result> {
  return withOffer('labels', '`labels` takes identifiers, not texts: see `care.labels()`.', write);
}
