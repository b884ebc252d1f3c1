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

/** What a file was measured by. */
export interface Key {
  /** Of the source and the lines that are drawn. */
  readonly source: string;
  /** Of the tests and their helpers. */
  readonly tests: string;
}

interface KeptFile {
  readonly key: Key;
  readonly mutants: readonly MutantResult[];
}

/** Results of one draw, one JSON file for each source file. */
export class KeptResults {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `undefined` if there is nothing, or if it was measured under another key. */
  read(file: string, key: Key): readonly MutantResult[] | undefined {
    const kept = this.#keptOf(file);
    return kept?.key.source === key.source && kept.key.tests === key.tests ? kept.mutants : undefined;
  }

  /** The same by whatever tests. */
  readOfSource(file: string, source: string): readonly MutantResult[] | undefined {
    const kept = this.#keptOf(file);
    return kept?.key.source === source ? kept.mutants : undefined;
  }

  write(file: string, key: Key, mutants: readonly MutantResult[]): void {
    const path = this.#pathOf(file);
    mkdirSync(dirname(path), { recursive: true });
    // Renamed when complete: a run that is killed while it writes leaves no half of a file.
    writeFileSync(`${path}.part`, JSON.stringify({ key, mutants } satisfies KeptFile));
    renameSync(`${path}.part`, path);
  }

  /** Puts the results of some mutants in the place of those that are kept. What was killed before stays so. */
  merge(file: string, key: Key, mutants: readonly MutantResult[]): void {
    const before = this.readOfSource(file, key.source) ?? [];
    const again = new Map(mutants.map((mutant) => [identityOf(mutant), mutant]));
    const merged = before.map((mutant) => (isAlive(mutant) ? (again.get(identityOf(mutant)) ?? mutant) : mutant));
    this.write(file, key, merged);
  }

  remove(file: string): void {
    rmSync(this.#pathOf(file), { force: true });
  }

  #keptOf(file: string): KeptFile | undefined {
    const path = this.#pathOf(file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KeptFile) : undefined;
  }

  #pathOf(file: string): string {
    return join(this.#folder, `${file}.json`);
  }
}

function identityOf({ location, replacement }: MutantResult): string {
  return JSON.stringify([location, replacement]);
}

const alive = new Set(['Survived', 'NoCoverage']);

export function isAlive({ status }: MutantResult): boolean {
  return alive.has(status);
}

/** One short hash of several texts. Moving a character from one text to the next changes it. */
export function keyOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}
