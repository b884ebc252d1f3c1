import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** One file that a page loads. */
export interface BundledFile {
  readonly name: string;
  readonly text: string;
  /** Bytes as they travel, by `gzip -9`. */
  readonly gzipped: number;
  /** The files that its code is from, those of which nothing is left not counted. */
  readonly madeOf: readonly string[];
}

export interface Bundle {
  /** What is loaded at first, */
  readonly initial: readonly BundledFile[];
  /** and on first use. */
  readonly later: readonly BundledFile[];
}

/**
 * What a bundler makes of a program for a page: minified, and in a file of its own what is loaded on first use.
 *
 * @param folder where the program stands
 * @param external packages that are left out
 */
export async function bundled(program: string, folder: string, external: string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: 'program.js' },
    absWorkingDir: folder,
    ...{ bundle: true, minify: true, splitting: true, format: 'esm', platform: 'browser', target: 'es2023' },
    ...{ write: false, metafile: true, outdir: folder, legalComments: 'none', logLevel: 'error', external },
  });
  const { outputs } = metafile;
  const files = outputFiles.map(({ path, contents, text }): BundledFile => {
    const name = path.slice(folder.length + 1);
    const inputs = Object.entries(outputs[name]?.inputs ?? {});
    const madeOf = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input);
    return { name, text, gzipped: gzipSync(contents, { level: 9 }).byteLength, madeOf };
  });
  const first = new Set<string>();
  const load = (name: string) => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') load(path);
  };
  load(files.find(({ name }) => outputs[name]?.entryPoint === 'program.js')?.name ?? '');
  return {
    initial: files.filter(({ name }) => first.has(name)),
    later: files.filter(({ name }) => !first.has(name)),
  };
}

/** Bytes of all of them, each gzipped by itself. */
export function gzipped(files: readonly BundledFile[]): number {
  return files.reduce((bytes, file) => bytes + file.gzipped, 0);
}
