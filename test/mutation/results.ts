import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What became of one mutant. `status` is Stryker's word. */
export interface MutantResult {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement: string;
  /** Lines and columns count from 1. */
  readonly location: { readonly start: Place; readonly end: Place };
}

interface KeptFile {
  readonly key: string;
  readonly mutants: readonly MutantResult[];
}

/** Results of one draw, one JSON file for each source file. */
export class KeptResults {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `undefined` if there is nothing, or if it was measured under another key. */
  read(file: string, key: string): readonly MutantResult[] | undefined {
    const path = this.#pathOf(file);
    if (!existsSync(path)) return undefined;
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptFile;
    return kept.key === key ? kept.mutants : undefined;
  }

  write(file: string, key: string, mutants: readonly MutantResult[]): void {
    const path = this.#pathOf(file);
    mkdirSync(dirname(path), { recursive: true });
    // Renamed when complete: a run that is killed while it writes leaves no half of a file.
    writeFileSync(`${path}.part`, JSON.stringify({ key, mutants } satisfies KeptFile));
    renameSync(`${path}.part`, path);
  }

  remove(file: string): void {
    rmSync(this.#pathOf(file), { force: true });
  }

  #pathOf(file: string): string {
    return join(this.#folder, `${file}.json`);
  }
}

/** One short hash of several texts. Moving a character from one text to the next changes it. */
export function keyOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}
