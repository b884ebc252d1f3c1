import { currentPath, href } from '../shell/route.ts';

/**
 * Forgets everything the surest way there is: with the page itself go the token, what was read, and every picture. The
 * address says what happened, since nothing else remains.
 */
export function signOut(): void {
  history.replaceState(null, '', href('signed-out'));
  location.reload();
}

/** Why nobody is signed in, for the sign-in page: told by where the page was when it was loaded. */
export function howItEnded(): 'signedOut' | 'reloaded' | undefined {
  const [page] = currentPath();
  if (page === undefined) return undefined;
  return page === 'signed-out' ? 'signedOut' : 'reloaded';
}
