import type { Problem } from '../errors.js';

/** Beyond 2^53, JavaScript may read another number than was written: 9007199254740993 as …992, and 1e400 as infinity. */
export function isInexact(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** A name and its parents. A chain, since a copy for each level of a deep document would fill the memory. */
interface Path {
  readonly name: string;
  readonly path?: Path | undefined;
}

interface Part {
  readonly value: unknown;
  readonly path: Path | undefined;
}

interface InexactNumber extends Path {
  readonly holder: object;
}

/** A problem for each number that may differ from the written number. */
export function inexactNumbers(document: unknown): Problem[] {
  return findInexact(document).map((number) => ({ name: nameOf(number), message: beyond, code: 'out-of-range' }));
}

const beyond = 'Is a number beyond 2^53, which JavaScript cannot hold exactly.';

/** Removes these numbers from a document, so that they are not mistaken for others. In lists, `null` replaces them. */
export function removeInexactNumbers(document: object): void {
  for (const { holder, name } of findInexact(document)) {
    if (Array.isArray(holder)) holder[Number(name)] = null;
    else Reflect.deleteProperty(holder, name);
  }
}

/** A loop, since recursion would overflow the stack on a document with ten thousand levels. */
function findInexact(document: unknown): InexactNumber[] {
  if (typeof document === 'number' && isInexact(document)) return [{ holder: {}, name: '(whole)' }];
  const found: InexactNumber[] = [];
  const waiting: Part[] = [{ value: document, path: undefined }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { value: holder, path } = part;
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'number' && isInexact(value)) found.push({ holder, name, path });
      if (typeof value === 'object') waiting.push({ value, path: { name, path } });
    }
  }
  return found;
}

function nameOf({ name, path }: Path): string {
  const names = [name];
  for (let above = path; above !== undefined; above = above.path) names.unshift(above.name);
  return names.join('.');
}
