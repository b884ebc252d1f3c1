import type { Shell } from '../frame/shell.js';
import { columnsFor } from './columns.js';
import { csvHeading, csvRows } from './csv.js';
import { cellText, type Document, fieldNames, fieldOf, plainLine } from './fields.js';
import type { Format } from './format.js';
import { Table } from './table.js';

/** Prints a list. Rows and lines are printed page by page, as they are read. */
export interface ListPrinter {
  add(documents: readonly Document[]): Promise<void>;
  end(): Promise<void>;
}

export function listPrinter(format: Format, fields: readonly string[] | undefined, shell: Shell): ListPrinter {
  if (format === 'json') return whenComplete((held) => jsonPrinter(fields, held), shell);
  if (format === 'csv') return whenComplete((held) => csvPrinter(fields, held), shell);
  return rowPrinter(format, fields, shell);
}

/** Half of a file would be no JSON, or look like all of the CSV. So it is printed if the whole list could be read. */
function whenComplete(create: (held: Shell) => ListPrinter, shell: Shell): ListPrinter {
  // As bytes, which the limit of V8's heap does not count.
  const pieces: Uint8Array[] = [];
  const printer = create({
    ...shell,
    write: async (text) => {
      pieces.push(Buffer.from(text));
    },
  });
  return {
    add: printer.add,
    async end() {
      await printer.end();
      for (const piece of pieces) await shell.write(piece);
    },
  };
}

/** The fields of a document as an object, or all of it. */
export function selectFields(document: Document, fields: readonly string[] | undefined): Document {
  if (fields === undefined) return document;
  return Object.fromEntries(fields.map((name) => [name, fieldOf(document, name) ?? null]));
}

/** JSON on a terminal is indented. Its characters of control are escaped, also those that JSON itself would keep. */
export function jsonText(value: unknown, shell: Shell): string {
  const text = JSON.stringify(value, undefined, shell.isTerminal ? 2 : undefined);
  return text.replace(/[\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function rowOf(document: Document, columns: readonly string[]): string[] {
  return columns.map((name) => cellText(fieldOf(document, name), name));
}

/** One array, an item a line, so that a reader of lines can use it too. */
function jsonPrinter(fields: readonly string[] | undefined, shell: Shell): ListPrinter {
  let before = '[\n';
  return {
    async add(documents) {
      if (documents.length === 0) return;
      const items = documents.map((document) => jsonText(selectFields(document, fields), shell));
      await shell.write(before + items.join(',\n'));
      before = ',\n';
    },
    end: () => shell.write(before === '[\n' ? '[]\n' : '\n]\n'),
  };
}

/** Without --fields the heading names the fields of all items, so the whole list is read before it. */
function csvPrinter(fields: readonly string[] | undefined, shell: Shell): ListPrinter {
  const kept: Document[] = [];
  let isFirst = true;
  return {
    async add(documents) {
      if (fields === undefined) {
        kept.push(...documents);
        return;
      }
      const heading = isFirst ? csvHeading(fields) : '';
      isFirst = false;
      await shell.write(heading + csvRows(documents.map((document) => rowOf(document, fields))));
    },
    async end() {
      const columns = fields ?? fieldNames(kept);
      if (!isFirst || columns.length === 0) return;
      await shell.write(csvHeading(columns) + csvRows(kept.map((document) => rowOf(document, columns))));
    },
  };
}

function rowPrinter(format: Format, fields: readonly string[] | undefined, shell: Shell): ListPrinter {
  let columns = fields;
  let table: Table | undefined;
  return {
    async add(documents) {
      if (documents.length === 0) return;
      columns ??= columnsFor(documents);
      const rows = documents.map((document) => rowOf(document, columns ?? []));
      if (format === 'lines') {
        await shell.write(rows.map((row) => `${row.map(plainLine).join('\t')}\n`).join(''));
        return;
      }
      table ??= new Table(shell, columns);
      await shell.write(table.lines(rows));
    },
    end: async () => undefined,
  };
}
