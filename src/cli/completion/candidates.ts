import type { Command } from 'commander';
import { addressNames } from '../read/address.js';

/** What the last word may become. */
export async function candidates(program: Command, words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  let command = program;
  let hasArgument = false;
  for (const word of words.slice(0, -1)) {
    const found = command.commands.find((part) => part.name() === word);
    if (found === undefined) hasArgument ||= !word.startsWith('-');
    else command = found;
  }
  const found = await candidatesOf(command, typed, words.at(-2) ?? '', hasArgument);
  return found.filter((candidate) => candidate.startsWith(typed));
}

async function candidatesOf(
  command: Command,
  typed: string,
  before: string,
  hasArgument: boolean,
): Promise<readonly string[]> {
  // Loaded here: the rules need the library, without which all others are completed sooner.
  if (before === '--only') return (await import('../check/rule-names.js')).ruleNames();
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  if (command.commands.length > 0) return command.commands.map((part) => part.name());
  const takesAddress = command.registeredArguments[0]?.name() === 'what';
  return takesAddress && !hasArgument ? addressNames() : [];
}
