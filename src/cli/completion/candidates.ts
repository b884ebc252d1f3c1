import type { Command } from 'commander';
import { addressNames } from '../read/address.js';
import { writeMethods } from '../write/command.js';

/** What the last word may become. */
export async function candidates(program: Command, words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  let command = program;
  let position = 0;
  for (const word of words.slice(0, -1)) {
    const found = command.commands.find((part) => part.name() === word);
    if (found !== undefined) command = found;
    else if (!word.startsWith('-')) position++;
  }
  const found = await candidatesOf(command, typed, words.at(-2) ?? '', position);
  return found.filter((candidate) => candidate.startsWith(typed));
}

async function candidatesOf(
  command: Command,
  typed: string,
  before: string,
  position: number,
): Promise<readonly string[]> {
  // Loaded here: the rules need the library, without which all others are completed sooner.
  if (before === '--only') return (await import('../check/rule-names.js')).ruleNames();
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  if (command.commands.length > 0) return command.commands.map((part) => part.name());
  const argument = command.registeredArguments[position]?.name();
  if (argument === 'method') return writeMethods;
  return argument === 'what' ? addressNames() : [];
}
