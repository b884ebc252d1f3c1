import { isCareError } from '../errors.js';

/**
 * What is there after a write that was refused, or whose outcome is unknown. It was not there before: so what is there now
 * is what was wanted, whoever made it. A look that fails says less than the write's own failure.
 */
export async function foundAfter<Found>(
  failure: unknown,
  look: () => Promise<Found | undefined>,
  signal: AbortSignal | undefined,
): Promise<Found> {
  if (!worthALook.some((name) => isCareError(failure, name))) throw failure;
  const found = await look().catch((thrown: unknown) => {
    throw signal?.aborted ? thrown : failure;
  });
  if (found === undefined) throw failure;
  return found;
}

const worthALook = ['BadRequestError', 'OutcomeUnknownError'] as const;
