/** @throws TypeError if the value is not a string, or is empty: an empty path would be the working directory */
export function checkPath(what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  throw new TypeError(`${what}: Must be a path, but is ${value === '' ? 'empty' : kindOf(value)}.`);
}

/** @throws TypeError if the value has no `stream()` */
export function checkDownload(value: unknown): void {
  const { stream, then }: { stream?: unknown; then?: unknown } = Object(value);
  if (typeof stream === 'function') return;
  const found = typeof then === 'function' ? 'a promise: use `await` before it' : kindOf(value);
  throw new TypeError(`saveDownload: download: Must be a download, but is ${found}.`);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
