import type { Command, Option } from 'commander';
import { choicesOf } from '../frame/option-values.js';
import { addressNames } from '../read/address.js';

/** What the last word may become. */
export async function candidates(program: Command, given: readonly string[]): Promise<string[]> {
  const { words, typed, prefix } = splitAssignment(given);
  let command = program;
  let position = 0;
  let option: Option | undefined;
  for (const word of words) {
    const isValue = option !== undefined;
    option = isValue ? undefined : valueOption(command, word);
    if (isValue || word.startsWith('-')) continue;
    const part = command.commands.find((part) => part.name() === word);
    if (part === undefined) position++;
    else command = part;
  }
  const found = option === undefined ? wordsOf(command, typed, position) : await valuesOf(option);
  return found.filter((candidate) => candidate.startsWith(typed)).map((candidate) => `${prefix}${candidate}`);
}

/** `--format=cs` has its value in the same word, and bash makes it three: `--format`, `=` and `cs`. */
function splitAssignment(given: readonly string[]): { words: readonly string[]; typed: string; prefix: string } {
  const last = given.at(-1) ?? '';
  const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(last) ?? [];
  const words = given.slice(0, -1).filter((word) => word !== '=');
  if (name !== undefined && value !== undefined) return { words: [...words, name], typed: value, prefix: `${name}=` };
  return { words, typed: last === '=' ? '' : last, prefix: '' };
}

/** The option of that name, if its value is the next word. */
function valueOption(command: Command, word: string): Option | undefined {
  return command.options.find((option) => option.required && (option.long === word || option.short === word));
}

function wordsOf(command: Command, typed: string, position: number): readonly string[] {
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  if (command.commands.length > 0) return namesOf(command);
  const argument = command.registeredArguments[position];
  return argument?.name() === 'what' ? addressNames() : choicesOf(argument?.parseArg);
}

/** The program has `help`, too, which is completed as its commands are. */
function namesOf(command: Command): readonly string[] {
  const names = command.commands.map((part) => part.name());
  return command.parent === null ? [...names, 'help'] : names;
}

async function valuesOf(option: Option): Promise<readonly string[]> {
  // Loaded here: the rules and the roles need the library, without which all others are completed sooner.
  if (option.long === '--only') return (await import('../check/rule-names.js')).ruleNames();
  if (option.long === '--role') {
    const { createSandbox } = await import('care-platform/sandbox');
    return Object.keys(createSandbox({ clients: 0 }).tokens);
  }
  return choicesOf(option.parseArg);
}
