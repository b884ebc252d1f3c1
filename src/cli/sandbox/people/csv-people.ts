import Papa from 'papaparse';
import { lineCounter, type PersonRow, type RefuseLine } from './person-row.js';

/** The rows below the heading. Empty cells are left out, so that the sandbox fills them in. */
export function csvPeople(text: string, refuse: RefuseLine): readonly PersonRow[] {
  const rows = linesOfCsv(text, refuse);
  const [heading, ...others] = rows;
  if (heading === undefined) throw refuse(1, 'The first line must name the fields.');
  const names = heading.cells.map((name) => name.trim());
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw refuse(heading.line, `The field ${repeated} is there twice.`);
  return others.map(({ line, cells }) => {
    if (cells.length > names.length) throw refuse(line, `There are ${cells.length} cells for ${names.length} fields.`);
    const filled = cells.flatMap((cell, at) =>
      cell.trim() === '' ? [] : [[names[at] ?? '', cellValue(names[at], cell)]],
    );
    return { line, person: Object.fromEntries(filled) };
  });
}

function cellValue(name: string | undefined, cell: string): unknown {
  if (name === 'active' && (cell === 'true' || cell === 'false')) return cell === 'true';
  // As in exports of the platform.
  if (name === 'labels') return cell.split(';').map((label) => label.trim());
  return cell;
}

interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

function linesOfCsv(text: string, refuse: RefuseLine): readonly CsvLine[] {
  const rows: CsvLine[] = [];
  let start = 0;
  const lineOf = lineCounter(text);
  Papa.parse<string[]>(text, {
    step({ data, errors, meta }) {
      const line = lineOf(start);
      start = meta.cursor;
      const broken = errors.find(({ type }) => type === 'Quotes');
      if (broken !== undefined) throw refuse(line, 'A cell begins with a quotation mark and does not end with one.');
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data });
    },
  });
  return rows;
}
