import { addNote } from '../../errors/note.js';
import { isCareError } from '../../errors.js';

/** The platform names a field that it refuses, and not what it would have taken: `offer` says that. */
export async function withOffer<Result>(field: string, offer: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (failure) {
    const isAbout = isCareError(failure, 'InvalidInputError') && failure.problems.some(({ name }) => name === field);
    throw isAbout ? addNote(failure, offer) : failure;
  }
}

/** Clients and professionals carry labels by what no person reads. */
export function withLabelOffer<Result>(write: Promise<Result>): Promise<Result> {
  return withOffer('labels', '`labels` takes the identifiers of labels, not their texts: see `care.labels()`.', write);
}
