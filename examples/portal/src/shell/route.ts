import { useSyncExternalStore } from 'react';

/**
 * The current page, from the part of the address after `#`: `#/diary/new` is `['diary', 'new']`. That part never leaves the
 * browser. It names pages only, never a person, an id or a token.
 */
export function useRoute(): readonly string[] {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  return pathOf(hash);
}

export function currentPath(): readonly string[] {
  return pathOf(location.hash);
}

export function go(href: string): void {
  location.hash = href;
}

/** `href('diary', 'new')` is `#/diary/new`. */
export function href(...path: readonly string[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`;
}

function pathOf(hash: string): readonly string[] {
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
