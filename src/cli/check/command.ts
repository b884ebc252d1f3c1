import type { Command } from 'commander';
import { addConnectionOptions } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { UsageError } from '../frame/exit-codes.js';
import { listOf, text } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import type { CheckArguments } from './check-arguments.js';

export function checkCommand(shell: Shell): Command {
  const command = newCommand('check', 'Checks by reading whether the platform keeps the documented rules', [
    ['care-platform check', 'a line for each rule, and what was found'],
    ['care-platform check --only 2.9 --only ROOT-1', 'the rules of a section, and one more'],
    ['care-platform check --junit report.xml', 'a file for a CI server as well'],
  ])
    .option(
      '--only <section or rule>',
      'these rules only, such as 4.2 or ROOT-1; can be repeated',
      listOf(text('--only')),
      [],
    )
    .option('--client <id>', 'external id of a client with every feature (default: the first one)', text('--client'))
    .option('--list', 'lists the rules, and sends nothing')
    .option('--junit <file>', 'writes a JUnit file as well; - is stdout, instead of the table', text('--junit'))
    .option('--json', 'the report as JSON');
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      `
It only reads: about 200 requests, one after the other. The platform's log of API errors will name a few of them:
they ask for what does not exist. The report contains no token and no data of patients. The exit code is 0 if all
rules hold, also if this token does not reach some of them, and 1 if a rule does not hold.`,
    )
    .action(async (options: CheckArguments) => {
      if (options.json && options.junit === '-')
        throw new UsageError('--json and --junit - are two formats: choose one.');
      // Loaded here, so that other commands start without the library and the rules.
      const { listRules, runCheck } = await import('./run-check.js');
      await (options.list ? listRules(options, shell) : runCheck(options, shell));
    });
}
