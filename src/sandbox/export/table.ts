import { zip } from './zip.js';

/** The value of one cell. Several values, such as labels, are a list. */
export type Cell = string | number | boolean | null | readonly Cell[];

/** The rows of an export before they become a file. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Comma-separated values by RFC 4180: CRLF, and quotes only if needed. */
export function csv(table: Table): Uint8Array<ArrayBuffer> {
  const lines = [table.columns, ...table.rows].map((row) => row.map((cell) => quote(cellText(cell))).join(','));
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
}

/** A workbook with one sheet. Texts are inline, so it needs no table of shared strings. */
export function xlsx(table: Table): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const sheet = [table.columns, ...table.rows].map((row) => `<row>${row.map(sheetCell).join('')}</row>`).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${contentTypesNamespace}"><Default Extension="rels" ContentType="${relationshipsType}"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationshipsNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationshipsNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheetNamespace}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zip(
    Object.entries(parts).map(([name, xml]) => ({
      name,
      bytes: encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
    })),
  );
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const contentTypesNamespace = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function sheetCell(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell === null) return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cellText(cell))}</t></is></c>`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.map(cellText).join('; ');
  return String(cell);
}

function quote(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function xmlText(value: string): string {
  // XML 1.0 cannot hold most control characters. Only these three are kept.
  const printable = value.replace(/(?![\t\n\r])\p{Cc}/gu, '');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
