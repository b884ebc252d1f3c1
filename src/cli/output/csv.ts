import Papa from 'papaparse';

/**
 * A spreadsheet runs a cell that begins so as a formula, which can send other cells to a stranger. Such a cell gets an
 * apostrophe. Signed numbers and numbers of telephones stay: they hold nothing that a formula could use.
 */
const escapeFormulae = /^(?:[=@\t\r\n＝＠]|[+\-＋－](?![\d\s().,-]*$))/u;

/** Rows as RFC 4180 has them, each with its line end. */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return lines(rows, escapeFormulae);
}

/** Names such as `@url` stay as they are, since programs look for them. */
export function csvHeading(names: readonly string[]): string {
  return lines([names], /^(?!@[\w.]+$)[=+\-@\t\r\n＝＠＋－]/u);
}

function lines(rows: readonly (readonly string[])[], escaped: RegExp): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as string[][], { escapeFormulae: escaped, newline: '\r\n' })}\r\n`;
}
