let latest = 0;
let offset = 0;

/**
 * Milliseconds on a clock that never goes back. Not `Date.now`, which people and time servers set; and `performance.now`
 * goes back too, where a test puts a fake clock in its place.
 */
export function now(): number {
  const read = performance.now() + offset;
  if (read < latest) offset += latest - read;
  else latest = read;
  return latest;
}
