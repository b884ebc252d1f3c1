// Part of `npm run build`: `dist/THIRD-PARTY-LICENSES.txt`, the licenses of the packages whose code the built files carry
// along. Which those are is read from the source maps, so that none can be forgotten.
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository: string | { readonly url: string };
}

const dist = resolve(import.meta.dirname, '../dist');
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

const folders = new Set<string>();
for (const map of globSync('**/*.map', { cwd: dist })) {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(dist, map), 'utf8'));
  for (const source of sources) {
    const [folder] = packageFolder.exec(resolve(dist, dirname(map), source)) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
}

const chapters = [...folders].map((folder) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, repository } = manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`The built files hold ${name}, which comes without a text of its license.`);
  const source =
    typeof repository === 'string' ? `https://github.com/${repository}` : repository.url.replace(/^git\+/, '');
  return `${name} ${version} (${license}), ${source}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
});

const introduction = 'The files of this package hold code of the packages below, unchanged but for bundling.\n';
writeFileSync(
  join(dist, 'THIRD-PARTY-LICENSES.txt'),
  [introduction, ...chapters.sort()].join(`\n${'-'.repeat(80)}\n\n`),
);
