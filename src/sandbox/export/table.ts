import { zip } from './zip.js';

/** The value of one cell; lists are for what a client has several of (labels, relations). */
export type Cell = string | number | boolean | null | readonly Cell[];

/** The rows of an export before they become a file. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Comma separated values as RFC 4180 has them: CRLF, and quotes only where they are needed. */
export function csv(table: Table): Uint8Array<ArrayBuffer> {
  const lines = [table.columns, ...table.rows].map((row) => row.map((cell) => quoted(text(cell))).join(','));
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
}

/** A workbook with one sheet; text is inline, so no table of shared strings is needed. */
export function xlsx(table: Table): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const sheet = [table.columns, ...table.rows].map((row) => `<row>${row.map(sheetCell).join('')}</row>`).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="${RELATIONSHIPS_TYPE}"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SPREADSHEET}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zip(
    Object.entries(parts).map(([name, xml]) => ({
      name,
      bytes: encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
    })),
  );
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const RELATIONSHIPS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function sheetCell(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell === null) return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text(cell))}</t></is></c>`;
}

function text(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.map(text).join('; ');
  return String(cell);
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function xmlText(value: string): string {
  // XML 1.0 has no way to write most control characters; only these three are kept.
  const printable = value.replace(/(?![\t\n\r])\p{Cc}/gu, '');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
