import type { Command } from 'commander';
import { addConnectionOptions, withConnection } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { UsageError } from '../frame/exit-codes.js';
import { listOf, text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import type { TypesArguments } from './types-arguments.js';

export function typesCommand(shell: Shell): Command {
  const command = newCommand('types', 'Writes TypeScript types of the diaries, labels, groups and exports there', [
    ['care-platform types src/care-installation.ts', 'writes the file; the program then knows its names'],
    ['care-platform types src/care-installation.ts --check', 'for CI: ends with 6 if something has changed'],
    ['care-platform types - --name TestCare --no-merge', 'prints types of a second installation'],
  ])
    .argument('<file>', 'the .ts file to write; - is stdout', text('types'))
    .option('--check', 'writes nothing, and prints what is new, gone or changed since the file was written')
    .option('--clients <number>', 'clients whose diary is read (default: 20)', wholeNumber('--clients', 0, 10_000))
    .option('--client <id>', 'reads the diary of this client, and of no others', listOf(text('--client')), [])
    .option(
      '--professionals <number>',
      'professionals whose groups are read',
      wholeNumber('--professionals', 0, 10_000),
      20,
    )
    .option('--export <name=properties>', 'more properties, such as client=id,name', listOf(exportProperties), [])
    .option('--name <name>', 'name of the interface in the file', interfaceName, 'CareInstallation')
    .option('--no-merge', 'leaves the types of the package as they are, for several installations');
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      `
It only reads: a request for the labels and one for the professionals, one for each 100 clients and export jobs, and
one or two for each client and professional. The platform lists no schemas, groups and properties. So they come from
these clients and professionals, and from earlier export jobs. The file contains no token and no data of users.`,
    )
    .action(async (file: string, options: TypesArguments) => {
      if (options.check && file === '-') throw new UsageError('--check needs the file that was written.');
      const { checkTypes, writeTypes } = await import('./write-types.js');
      await withConnection(options, shell, (care) =>
        (options.check ? checkTypes : writeTypes)(care, file, options, shell),
      );
    });
}

function exportProperties(given: string): readonly [string, readonly string[]] {
  const [, name = '', list = ''] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
  const properties = list.split(',').map((property) => property.trim());
  if (properties.includes('')) throw new UsageError(`--export takes a name and properties, such as client=id,name.`);
  return [name, properties];
}

/** What the file declares, imports or uses. */
const namesOfFile = ['Installation', 'Record', 'FileReference', 'KnownGroup', 'NewDiaryImage', 'OpenChoice'];

/** With a capital, it is no reserved word and no type such as `string`. */
function interfaceName(given: string): string {
  if (!/^[A-Z]\w*$/.test(given))
    throw new UsageError(`--name takes a name that begins with a capital letter, such as TestCare, not '${given}'.`);
  if (namesOfFile.includes(given))
    throw new UsageError(`--name takes a name such as TestCare, not '${given}', which the file has already.`);
  return given;
}
