import type { Shell } from '../frame/shell.js';
import { csvHeading, csvRows } from './csv.js';
import { cellText, type Document, fieldNames, fieldOf, plainLine } from './fields.js';
import type { Format } from './format.js';
import { jsonText, rowOf, selectFields } from './list-printer.js';

/** Prints one resource: a field a line. In a pipe, --fields prints the values alone, for `$(…)`. */
export async function printResource(
  document: Document,
  format: Format,
  fields: readonly string[] | undefined,
  shell: Shell,
): Promise<void> {
  const names = fields ?? ['@url', ...fieldNames([document])];
  if (format === 'json') return shell.write(`${jsonText(selectFields(document, fields), shell)}\n`);
  if (format === 'csv') return shell.write(csvHeading(names) + csvRows([rowOf(document, names)]));
  if (format === 'lines' && fields !== undefined) {
    return shell.write(`${rowOf(document, fields).map(plainLine).join('\t')}\n`);
  }
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map((name) => {
    const value = plainLine(cellText(fieldOf(document, name), name));
    return format === 'lines' ? `${name}\t${value}` : `${shell.style('bold', name.padEnd(width))}  ${value}`;
  });
  return shell.write(lines.map((line) => `${line.trimEnd()}\n`).join(''));
}
