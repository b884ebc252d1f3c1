// npm run size: what a page loads of this package and of others, minified and gzipped, in one table, all measured alike.
import { fileURLToPath } from 'node:url';
import { type BundledFile, bundled, gzipped } from '../package/bundle.ts';

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [dist, peers] = [folderOf('../../dist'), folderOf('peers')];

/** Modules of Node that ketting takes for granted: a page has to bring substitutes, which are not counted. */
const nodeModules = ['events', 'querystring'];

/** What a program imports to begin with, and where its package is. */
const programs: readonly [label: string, imported: string, folder: string][] = [
  ['**care-platform**', "{ connect } from './index.js'", dist],
  ['care-platform/calendar', "{ parseCalendar } from './calendar/index.js'", dist],
  ['ky', "{ default } from 'ky'", peers],
  ['fhir-kit-client', "* from 'fhir-kit-client'", peers],
  ['@notionhq/client', "{ Client } from '@notionhq/client'", peers],
  ['ketting \\*', "{ Client } from 'ketting'", peers],
  ['openai', "{ default } from 'openai'", peers],
  ['octokit', "{ Octokit } from 'octokit'", peers],
];

const kilobytes = (files: readonly BundledFile[]) => `${(gzipped(files) / 1000).toFixed(1)} kB`;
const rows = [['minified and gzipped', 'at first', 'with all that comes on first use']];
for (const [label, imported, folder] of programs) {
  const { initial, later } = await bundled(`export ${imported};`, folder, nodeModules);
  rows.push([label, kilobytes(initial), kilobytes([...initial, ...later])]);
}

const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
const line = (cells: readonly string[]) =>
  `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
const [head = [], ...body] = rows;
const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
console.log([line(head), rule, ...body.map(line)].join('\n'));
console.log(`\n\\* without ${nodeModules.join(' and ')}, which it takes from Node.`);

const { initial } = await bundled("export { connect } from './index.js';", dist);
const held = gzipped(initial) <= 50_000 ? 'held' : 'NOT held';
console.log(`A page loads at most 50,000 bytes of care-platform at first (${gzipped(initial)}): ${held}`);
