import type { MutantResult } from './results.ts';
import { byFolder, type FileResults, isAlive, percentOf, type Score, scoreOf } from './score.ts';

/** The scores as Markdown: by folder, by file, and the mutants that survived. */
export function tableOf(results: readonly FileResults[]): string {
  const folders = [...byFolder(results)];
  const files = results.filter((result) => scoreOf([result]).mutants > 0);
  return [
    row('folder', 'files measured', 'killed', 'mutants', '%'),
    row('---', '---:', '---:', '---:', '---:'),
    ...folders.map(([folder, inside]) => folderRow(folder, scoreOf(inside))),
    '',
    row('file', 'killed', 'mutants', '%'),
    row('---', '---:', '---:', '---:'),
    ...files.map((result) => fileRow(result.file, scoreOf([result]))),
    '',
  ].join('\n');
}

/** One line for each mutant that survived: its place, what stood there, and what stood there instead. */
export function survivorsOf(results: readonly FileResults[]): string[] {
  return results.flatMap(({ file, source, mutants = [] }) =>
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
  return row(folder, `${score.measuredFiles} of ${score.files}`, ...figures(score));
}

function fileRow(file: string, score: Score): string {
  return row(file, ...figures(score));
}

function figures(score: Score): string[] {
  return [String(score.killed), String(score.mutants), percentOf(score)?.toFixed(1) ?? '–'];
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
