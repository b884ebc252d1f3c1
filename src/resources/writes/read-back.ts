import { isCareError } from '../../errors.js';

/**
 * Reads back after a write that was refused, or whose outcome is unknown. The item did not exist before. So an item that exists
 * now is the wanted one, even if another caller made it. If reading back fails, the write's own failure is more useful.
 */
export async function readBackAfter<Found>(
  failure: unknown,
  readBack: () => Promise<Found | undefined>,
  signal: AbortSignal | undefined,
): Promise<Found> {
  if (!readBackErrors.some((name) => isCareError(failure, name))) throw failure;
  const found = await readBack().catch((thrown: unknown) => {
    throw signal?.aborted ? thrown : failure;
  });
  if (found === undefined) throw failure;
  return found;
}

const readBackErrors = ['BadRequestError', 'OutcomeUnknownError'] as const;
