import { readFile, writeFile } from 'node:fs/promises';
import { steps } from './smoke.ts';

export type Row = readonly string[];

const page = new URL('../../docs/runtimes.md', import.meta.url);
const place = /(?<=<!-- runtimes -->\n)[\s\S]*?(?=<!-- \/runtimes -->)/;

/** In Markdown. A tick is what held; a dash where there is nothing that could. */
export function tableOf(rows: readonly Row[]): string {
  const heads = ['runtime', 'version', ...steps, 'sockets', 'ends'];
  const all = [heads, heads.map(() => ''), ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0), 3));
  return all
    .map((row, line) => {
      const cells = widths.map((width, column) => (line === 1 ? '-'.repeat(width) : (row[column] ?? '').padEnd(width)));
      return `| ${cells.join(' | ')} |`;
    })
    .map((line) => `${line}\n`)
    .join('');
}

export async function inReadme(): Promise<string | undefined> {
  return place.exec(await readFile(page, 'utf8'))?.[0];
}

export async function writeToReadme(table: string): Promise<void> {
  await writeFile(page, (await readFile(page, 'utf8')).replace(place, table));
}
