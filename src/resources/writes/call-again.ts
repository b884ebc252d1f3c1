import { addNote } from '../../errors/note.js';
import { isCareError } from '../../errors.js';

/** For a method that reads before it writes: marks its `OutcomeUnknownError`, since the method may be called again. */
export async function allowCallAgain<Result>(method: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (failure) {
    // Calls that share one write share its failure.
    if (!isCareError(failure, 'OutcomeUnknownError') || failure.canCallAgain) throw failure;
    Object.assign(failure, { canCallAgain: true });
    throw addNote(failure, `\`${method}\` reads first, so it may be called again.`);
  }
}
