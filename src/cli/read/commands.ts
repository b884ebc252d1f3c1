import type { Command } from 'commander';
import { addConnectionOptions, type ConnectionOptions, withConnection } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { UsageError } from '../frame/exit-codes.js';
import { text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { addFormatOptions, formatOf } from '../output/format.js';
import { listPrinter } from '../output/list-printer.js';
import { addressHelp, read, takeAddress } from './address.js';
import type { PrintOptions } from './print.js';

type ReadOptions = PrintOptions & ConnectionOptions;

export function getCommand(shell: Shell): Command {
  const command = newCommand('get', 'Prints a resource, a list or a file', [
    ['care-platform get clients --limit 5', 'a table; in a pipe, lines with tabs'],
    ['care-platform get client EHR-1042 --json', 'all that the platform says of one client'],
    ['care-platform get clients --csv --fields id,name > clients.csv', 'a file for a spreadsheet'],
  ]).argument('<what...>', 'such as clients, or client EHR-1042');
  return withReadOptions(command).action(async (words: readonly string[], options: ReadOptions) => {
    const { address, rest } = takeAddress(words);
    if (rest.length > 0)
      throw new UsageError(`get takes no '${rest[0]}'. To go on by links, use care-platform follow.`);
    formatOf(options, shell);
    // Loaded here, so that commands that read nothing start without the library.
    const { print } = await import('./print.js');
    await withConnection(options, shell, async (care) => print(await read(care, address, options), options, shell));
  });
}

export function followCommand(shell: Shell): Command {
  const command = newCommand('follow', 'Follows links from a resource, and prints where they lead', [
    ['care-platform follow client EHR-1042 diary.entries.items', 'the diary of a client'],
    ['care-platform follow client EHR-1042 diary entries.items', 'the same in two steps'],
    ['care-platform follow client EHR-1042 planning.ics > plan.ics', 'a file'],
  ]).argument('<what...>', 'a resource, and the names of the links to follow from it');
  return withReadOptions(command).action(async (words: readonly string[], options: ReadOptions) => {
    const { address, rest: links } = takeAddress(words);
    const [first] = links;
    if (first === undefined) throw new UsageError('follow needs the name of a link. care-platform links lists them.');
    formatOf(options, shell);
    const [{ print }, { followLinks }] = await Promise.all([import('./print.js'), import('./follow.js')]);
    await withConnection(options, shell, async (care) => {
      const start = await read(care, address, {});
      await print(await followLinks(start, address.what, links, options), options, shell);
    });
  });
}

export function linksCommand(shell: Shell): Command {
  const command = newCommand('links', 'Lists the links of a resource: what this token may see there', [
    ['care-platform links client EHR-1042', 'names and URLs'],
    ['care-platform links application --json', 'the links of the root'],
  ]).argument('<what...>', 'such as application, or client EHR-1042');
  return withOptions(command).action(async (words: readonly string[], options: ReadOptions) => {
    const { address, rest } = takeAddress(words);
    if (rest.length > 0) throw new UsageError(`links takes no '${rest[0]}'.`);
    const format = formatOf(options, shell);
    const { Resource } = await import('care-platform');
    await withConnection(options, shell, async (care) => {
      const found = await read(care, address, {});
      if (!(found instanceof Resource))
        throw new UsageError(`'${address.what}' is a list or a file, which has no links.`);
      const links = found.links.names().map((name) => ({ name, url: found.links.get(name).url }));
      const printer = listPrinter(format, options.fields ?? (options.json ? undefined : ['name', 'url']), shell);
      await printer.add(links);
      await printer.end();
      if (links.length === 0 && shell.isTerminal) shell.note('It has no links.');
    });
  });
}

function withReadOptions(command: Command): Command {
  return withOptions(
    command
      .option(
        '--limit <number>',
        'at most so many items of a list (default: all)',
        wholeNumber('--limit', 1, 1_000_000),
      )
      .option('--output <file>', 'where a file is saved: a path, or a folder', text('--output')),
  );
}

function withOptions(command: Command): Command {
  return addConnectionOptions(addFormatOptions(command).addHelpText('after', `\n${addressHelp}`));
}
