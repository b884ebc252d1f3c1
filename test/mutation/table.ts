import { goalOf } from './areas.ts';
import { isAlive, keyOf, type MutantResult } from './results.ts';
import { byFolder, type Counts, type FileResults, percentOf, type Score, scoreOf } from './score.ts';

/** The scores as Markdown: by folder, and by file. */
export function tableOf(results: readonly FileResults[]): string {
  const folders = [...byFolder(results)];
  return [
    row('folder', 'files measured', 'killed', 'mutants', '%', 'goal'),
    row('---', '---:', '---:', '---:', '---:', '---:'),
    ...folders.map(([folder, inside]) => folderRow(folder, scoreOf(inside))),
    '',
    row('file', 'killed', 'mutants', '%', 'source'),
    row('---', '---:', '---:', '---:', '---'),
    ...results.flatMap(fileRow),
    '',
  ].join('\n');
}

/** One line for each mutant that survived: its place, what stood there, and what stood there instead. */
export function survivorsOf(results: readonly FileResults[]): string[] {
  return results.flatMap(({ file, source, mutants }) =>
    mutants.filter(isAlive).map((mutant) => {
      const { line, column } = mutant.location.start;
      return `${file}:${line}:${column} ${mutant.status}: ${inOneLine(original(source, mutant))} → ${inOneLine(mutant.replacement)}`;
    }),
  );
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function folderRow(folder: string, score: Score): string {
  return row(folder, `${score.measuredFiles} of ${score.files}`, ...figures(score), String(goalOf(folder)));
}

function fileRow({ file, source, counts }: FileResults): string[] {
  return counts === undefined ? [] : [row(file, ...figures(counts), hashOf(source))];
}

export function hashOf(source: string): string {
  return keyOf(source).slice(0, 8);
}

function figures(counts: Counts): string[] {
  return [String(counts.killed), String(counts.mutants), percentOf(counts)?.toFixed(1) ?? '–'];
}

function original(source: string, { location: { start, end } }: MutantResult): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.pop() ?? '';
  return [...lines, last.slice(0, end.column - 1)].join('\n').slice(start.column - 1);
}

function inOneLine(code: string): string {
  const text = code.replace(/\s+/g, ' ');
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
