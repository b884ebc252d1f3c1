import { UsageError } from './exit-codes.js';

type Parse<Value> = (given: string) => Value;

/** Values of options are checked when they are read. The name is that of the option, such as `--port`. */
export function wholeNumber(name: string, least: number, most: number): Parse<number> {
  return (given) => {
    const number = Number(notEmpty(name, given));
    if (/^\d+$/.test(given) && number >= least && number <= most) return number;
    throw new UsageError(`${name} takes a whole number from ${least} to ${most}, not '${given}'.`);
  };
}

/** The function has the choices as a property, so that a shell can complete them. */
export function choice<const Choices extends readonly string[]>(
  name: string,
  choices: Choices,
): Parse<Choices[number]> & { readonly choices: Choices } {
  const parse = (given: string) => {
    if (choices.includes(notEmpty(name, given))) return given;
    throw new UsageError(`${name} takes ${choices.join(' or ')}, not '${given}'.`);
  };
  return Object.assign(parse, { choices });
}

/** The values of an option or argument that was made by `choice`. */
export function choicesOf(parse: object | undefined): readonly string[] {
  return parse !== undefined && 'choices' in parse ? (parse.choices as readonly string[]) : [];
}

/** A text of at least one character. `--host "$HOST"` is empty if the variable is not set. */
export function text(name: string): Parse<string> {
  return (given) => notEmpty(name, given);
}

/** An option that can be repeated. Its default is an empty list. */
export function listOf<Value>(parse: Parse<Value>): (given: string, previous: readonly Value[]) => readonly Value[] {
  return (given, previous) => [...previous, parse(given)];
}

function notEmpty(name: string, given: string): string {
  if (given === '') throw new UsageError(`${name} needs a value after it.`);
  return given;
}
