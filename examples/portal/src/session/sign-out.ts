import { currentPath, href } from '../shell/route.ts';

/**
 * Forgets everything by leaving the page: the token, the data and every picture go with it. The address says what happened,
 * since nothing else remains.
 */
export function signOut(): void {
  history.replaceState(null, '', href('signed-out'));
  location.reload();
}

/** The reason for the sign-in page, from the address that the page was loaded with. */
export function howItEnded(): 'signedOut' | 'reloaded' | undefined {
  const [page] = currentPath();
  if (page === undefined) return undefined;
  return page === 'signed-out' ? 'signedOut' : 'reloaded';
}
