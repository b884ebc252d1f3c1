import { styleText } from 'node:util';
// commander, since it has no dependencies (yargs has six) and types of its own, refuses unknown options and suggests the right
// one, wraps help to the terminal, and keeps to NO_COLOR. citty and cac are smaller, and would leave much of that to us.
import { Command, type CommanderError } from 'commander';
import { UsageError } from './exit-codes.js';

/** A line of the command, and what it does. */
export type Example = readonly [line: string, meaning: string];

/** A command that refuses what it does not know, and says what there is. */
export function newCommand(
  name: string,
  summary: string,
  examples: readonly [Example, Example, ...Example[]],
): Command {
  const command = new Command(name)
    .summary(summary)
    .description(`${summary}.`)
    .helpOption('-h, --help', 'this text')
    .allowExcessArguments(false)
    // `main` prints the message.
    .configureOutput({ writeErr: () => undefined })
    .configureHelp({ styleTitle: (title) => styleText('bold', title), showGlobalOptions: false })
    .exitOverride((error) => {
      throw explainUsage(command, error);
    });
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  # ${meaning}`);
  return command.addHelpText('after', `\n${heading('Examples:')}\n${lines.join('\n')}`);
}

/** A heading in help. commander removes the style if the output is no terminal. */
export function heading(text: string): string {
  return styleText('bold', text, { validateStream: false });
}

/** Refuses options that are given twice: commander would take the last without a word. Call it after the last option. */
export function refuseRepeatedOptions(command: Command): Command {
  for (const option of command.options) {
    // Options that can be repeated begin with an empty list.
    if (Array.isArray(option.defaultValue)) {
      option.defaultValueDescription = 'none';
      continue;
    }
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new UsageError(`${option.long} was given twice.`);
      isGiven = true;
    });
  }
  for (const part of command.commands) refuseRepeatedOptions(part);
  return command;
}

function explainUsage(command: Command, error: CommanderError): Error {
  if (error.exitCode === 0) return error;
  return new UsageError(usageText(command, error));
}

function usageText(command: Command, { code, message }: CommanderError): string {
  const [, given = ''] = /'([^']*)'/.exec(message) ?? [];
  const [, suggestion] = /\(Did you mean ([^?]*)\?\)/.exec(message) ?? [];
  const meant = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  if (code === 'commander.unknownOption') return unknownOption(command, given, meant);
  if (code === 'commander.optionMissingArgument') return `${longName(given)} needs a value after it.`;
  if (code === 'commander.missingArgument') return `${command.name()} needs ${argumentOf(command, given)}.`;
  if (code === 'commander.excessArguments') {
    const [, extra = ''] = /got \d+: (.*)\.$/s.exec(message) ?? [];
    return `${command.name()} does not take all of these arguments: ${extra}. Its options begin with --.`;
  }
  if (code === 'commander.unknownCommand') return `There is no command '${given}'.${meant} ${commandList(command)}`;
  if (code === 'commander.help')
    return `The command is missing, or there is none of that name. ${commandList(command)}`;
  return `${message.replace(/^error: /, '')}.`;
}

function unknownOption(command: Command, given: string, meant: string): string {
  if (/^--?(?:api-?)?(?:token|password|secret|key|auth)/i.test(given)) {
    return 'A token is never an argument: other users of this machine could read it. Set CARE_TOKEN, or use --profile.';
  }
  const names = command.options.flatMap(({ long }) => long ?? []);
  const [name = ''] = given.split('=');
  if (names.includes(name)) return `${name} takes no value.`;
  return `There is no option ${given}.${meant} There are: ${[...names, '--help'].join(', ')}.`;
}

/** `--port` of `-p, --port <number>`. */
function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function argumentOf(command: Command, name: string): string {
  const argument = command.registeredArguments.find((registered) => registered.name() === name);
  return `<${name}>${argument?.description ? `, ${argument.description}` : ''}`;
}

/** The names of the commands. */
function commandList(command: Command): string {
  return `There are: ${command.commands.map((part) => part.name()).join(', ')}.`;
}
