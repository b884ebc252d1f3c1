import type { Command } from 'commander';
import { addressNames } from '../read/address.js';

/** What the last word may become. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let hasArgument = false;
  for (const word of words.slice(0, -1)) {
    const found = command.commands.find((part) => part.name() === word);
    if (found === undefined) hasArgument ||= !word.startsWith('-');
    else command = found;
  }
  return candidatesOf(command, typed, hasArgument).filter((candidate) => candidate.startsWith(typed));
}

function candidatesOf(command: Command, typed: string, hasArgument: boolean): readonly string[] {
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  if (command.commands.length > 0) return command.commands.map((part) => part.name());
  const takesAddress = command.registeredArguments[0]?.name() === 'what';
  return takesAddress && !hasArgument ? addressNames() : [];
}
