import type { Command } from 'commander';
import { addConnectionOptions, type ConnectionOptions, withConnection } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { choice, text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { addFormatOptions, formatOf } from '../output/format.js';
import { read } from '../read/address.js';
import type { PrintOptions } from '../read/print.js';
import { databaseHelp, databaseOf } from './row-target.js';
import type { ExportArguments, FileArguments } from './run-export.js';

export function exportCommand(shell: Shell): Command {
  const command = newCommand('export', 'Runs exports, and saves their files', [
    ['care-platform export start client --format csv', 'waits, and saves the file in this folder'],
    ['care-platform export start client --output - | jq .', 'writes to the pipe instead'],
    ['care-platform export start client --to sqlite:care.db', 'the rows as a table of an SQLite database'],
    ['care-platform export resume <URL>', 'goes on with a job after Ctrl-C'],
  ]);
  command.addHelpText('after', '\nExports are for the roles data officer and data analyst.');
  for (const create of [startCommand, resumeCommand, listCommand, cancelCommand]) command.addCommand(create(shell));
  return command;
}

function startCommand(shell: Shell): Command {
  const command = newCommand('start', 'Starts an export, waits for it, and saves its file', [
    ['care-platform export start client --format csv --properties id,name', 'these properties of each client'],
    ['care-platform export start client --format json --gzip --output all.json.gz', 'a compressed file'],
    ['care-platform export start client --request filters.json', 'filters and parameters from a file'],
    ['care-platform export start client --to sqlite:care.db', 'rows in the table client of a database'],
  ])
    .argument('<name>', 'the export to run: client is the documented one')
    .option('--format <format>', 'csv, json or xlsx', choice('--format', ['csv', 'json', 'xlsx']), 'json')
    .option('--properties <names>', 'these properties only, with commas between them', text('--properties'))
    .option(
      '--request <file>',
      'JSON with filters, parameters and combine, as the platform takes them',
      text('--request'),
    );
  return withFileOptions(command)
    .addHelpText('after', `\n${databaseHelp}`)
    .action(async (name: string, options: ExportArguments) => {
      const target = databaseOf(options);
      const { requestOf, startExport } = await import('./run-export.js');
      const request = await requestOf(name, options);
      if (target === undefined) {
        await withConnection(options, shell, (care) => startExport(care, request, options, shell));
        return;
      }
      const { copyExport } = await import('./copy-rows.js');
      await withConnection(options, shell, (care) => copyExport(care, request, target, shell));
    });
}

function resumeCommand(shell: Shell): Command {
  const command = newCommand('resume', 'Waits for an export that was started before, and saves its file', [
    ['care-platform export resume https://app.example.org/api/2/export/1', 'the URL that start has printed'],
    ['care-platform export resume <URL> --output clients.csv', 'the name of the file'],
  ]).argument('<url>', 'the URL of the job');
  return withFileOptions(command).action(async (url: string, options: FileArguments) => {
    const target = databaseOf(options);
    if (target === undefined) {
      const { resumeExport } = await import('./run-export.js');
      await withConnection(options, shell, (care) => resumeExport(care, url, options, shell));
      return;
    }
    const { copyJob } = await import('./copy-rows.js');
    await withConnection(options, shell, (care) => copyJob(care, url, target, shell));
  });
}

function listCommand(shell: Shell): Command {
  const command = newCommand('list', 'Lists the exports and their states', [
    ['care-platform export list --limit 5', 'states and URLs'],
    ['care-platform export list --fields state,@url', 'in a pipe, a line for each'],
  ]).option('--limit <number>', 'at most so many (default: all)', wholeNumber('--limit', 1, 1_000_000));
  return addConnectionOptions(addFormatOptions(command)).action(async (options: PrintOptions & ConnectionOptions) => {
    formatOf(options, shell);
    const { print } = await import('../read/print.js');
    await withConnection(options, shell, async (care) => {
      await print(await read(care, { what: 'exports', id: undefined }, options), options, shell);
    });
  });
}

function cancelCommand(shell: Shell): Command {
  const command = newCommand('cancel', 'Cancels an export of yours that is not complete', [
    ['care-platform export cancel https://app.example.org/api/2/export/1', 'the URL that start has printed'],
    ['care-platform export list --fields state,@url', 'lists the jobs and their URLs'],
  ]).argument('<url>', 'the URL of the job');
  return addConnectionOptions(command).action(async (url: string, options: ConnectionOptions) => {
    await withConnection(options, shell, async (care) => {
      await (await care.exportJob(url)).cancel();
      shell.note('The job is cancelled.');
    });
  });
}

function withFileOptions(command: Command): Command {
  return addConnectionOptions(
    command
      .option(
        '--output <file>',
        'a file or a folder; - is stdout (default: this folder, or the pipe)',
        text('--output'),
      )
      .option('--gzip', 'compresses the file')
      .option('--to <database>', 'sqlite:<file>, which gets the rows instead', text('--to'))
      .option('--table <name>', 'the table of --to (default: the name of the export)', text('--table')),
  );
}
