import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The tarball that would be published. */
    tarball: string;
    /** The consumers with all they need, the tarball installed beside them, away from this project. */
    consumers: string;
  }
}

const root = resolve(import.meta.dirname, '../../..');
const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

/** Packs the package and installs it as its users do, once for all tests. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const outside = mkdtempSync(join(tmpdir(), 'care-platform-delivered-'));
  // Packed in a copy, so that `dist` stays as it is, but below the project, so that its tools are found.
  mkdirSync(join(root, 'reports'), { recursive: true });
  const copy = mkdtempSync(join(root, 'reports', 'package-'));
  const remove = () => {
    for (const folder of [outside, copy]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const consumers = join(outside, 'consumers');
    cpSync(resolve(import.meta.dirname, '../consumers'), consumers, { recursive: true, filter: isSource });
    const [tarball] = await Promise.all([pack(copy, outside), npm(consumers, 'ci', ...quiet)]);
    await npm(consumers, 'install', '--no-save', ...quiet, tarball);
    provide('tarball', tarball);
    provide('consumers', consumers);
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}

async function pack(copy: string, destination: string): Promise<string> {
  for (const name of readdirSync(root).filter(isSource)) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  }
  mkdirSync(join(copy, 'dist'));
  writeFileSync(join(copy, 'dist', 'of-an-earlier-build.js'), '');
  await npm(copy, 'pack', '--pack-destination', destination);
  const tarball = readdirSync(destination).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack made no tarball.');
  return join(destination, tarball);
}

function isSource(path: string): boolean {
  return !['node_modules', 'dist', 'reports', 'coverage', '.git', '.stryker-tmp'].includes(basename(path));
}

async function npm(folder: string, ...words: string[]): Promise<void> {
  // What npm tells its scripts is about this project, not about the folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  await promisify(execFile)('npm', words, { cwd: folder, env, maxBuffer: 2 ** 26 });
}
