/** @throws TypeError for what is no path, or an empty one, which would be the working directory */
export function checkPath(what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  throw new TypeError(`${what}: Must be a path, but is ${value === '' ? 'empty' : kindOf(value)}.`);
}

/** @throws TypeError for what has no bytes to save */
export function checkDownload(value: unknown): void {
  const { stream, then }: { stream?: unknown; then?: unknown } = Object(value);
  if (typeof stream === 'function') return;
  const found = typeof then === 'function' ? 'a promise of one: use `await` before it' : kindOf(value);
  throw new TypeError(`saveDownload: download: Must be a download, but is ${found}.`);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
