import { type Collection, Download, type Followed, Resource } from 'care-platform';
import { CommandFailure } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import { type Document, fieldNames, fieldOf } from '../output/fields.js';
import { type FormatOptions, formatOf } from '../output/format.js';
import { listPrinter } from '../output/list-printer.js';
import { printResource } from '../output/resource-printer.js';
import type { Amount } from './address.js';

/** The options of commands that print what they read. */
export type PrintOptions = FormatOptions & Amount & { readonly output?: string };

/** Prints a resource, a list or a file. */
export async function print(found: Followed, options: PrintOptions, shell: Shell): Promise<void> {
  if (found instanceof Download) return printFile(found, options, shell);
  if (!(found instanceof Resource)) return printList(found, options, shell);
  const document = found.toJSON();
  noteUnknownFields([document], options, shell);
  await printResource(document, formatOf(options, shell), options.fields, shell);
}

async function printList(list: Collection<Resource>, options: PrintOptions, shell: Shell): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY, fields } = options;
  const printer = listPrinter(formatOf(options, shell), fields, shell);
  let count = 0;
  let total: number | null = null;
  for await (const page of list.pages()) {
    const documents = page.items.slice(0, limit - count).map((item) => item.toJSON());
    if (count === 0) noteUnknownFields(documents, options, shell);
    await printer.add(documents);
    count += documents.length;
    total = page.total;
    if (options.json || options.csv) shell.showProgress(`${count} ${total === null ? '' : `of ${total} `}items`);
    if (count >= limit) break;
  }
  await printer.end();
  if (shell.isTerminal && !options.json && !options.csv) noteCount(count, total, shell);
}

function noteCount(count: number, total: number | null, shell: Shell): void {
  if (count === 0) shell.note('The list is empty.');
  else if (total !== null && total > count) shell.note(`${count} of ${total}.`);
}

/** A misspelt field would be an empty column. It is no error, since items differ: the next one may have it. */
function noteUnknownFields(documents: readonly Document[], { fields = [] }: PrintOptions, shell: Shell): void {
  if (documents.length === 0) return;
  const isUnknown = (name: string) => documents.every((document) => fieldOf(document, name) === undefined);
  const unknown = fields.filter(isUnknown);
  if (unknown.length === 0) return;
  const offered = fieldNames(documents).join(', ');
  shell.note(`care-platform: no item has the field ${unknown.join(', ')}. There are: ${offered}.`);
}

/** To a file, or to a pipe. A terminal gets only text. */
async function printFile(file: Download, { output }: PrintOptions, shell: Shell): Promise<void> {
  if (output !== undefined) {
    const { saveDownload } = await import('care-platform/node');
    shell.note(`Saved as ${await saveDownload(file, output)}`);
    return;
  }
  const isText = /^(?:text\/|application\/(?:json|xml))/.test(file.contentType);
  if (shell.isTerminal && !isText) {
    await file.cancel();
    const size = file.size === undefined ? '' : ` of ${file.size} bytes`;
    throw new CommandFailure(`This is a file${size} (${file.contentType}). Save it with --output <file>.`);
  }
  const decoder = new TextDecoder();
  for await (const bytes of file) {
    await shell.write(shell.isTerminal ? visible(decoder.decode(bytes, { stream: true })) : bytes);
  }
}

/** A file of someone else may contain codes that change the terminal. */
function visible(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '');
}
