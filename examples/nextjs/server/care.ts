import 'server-only';
import { type Application, connect } from 'care-platform';

// Hot reload runs this file again. A global is kept, so the process has one connection.
const kept = globalThis as { carePlatform?: Promise<Application> | undefined };

/** The connection of this process. It has no token: `as` gives each visitor an application with their own. */
export function platform(): Promise<Application> {
  kept.carePlatform ??= connect({ baseUrl: process.env.CARE_BASE_URL ?? '', anonymous: true }).catch((failure) => {
    kept.carePlatform = undefined; // the next page connects again
    throw failure;
  });
  return kept.carePlatform;
}
