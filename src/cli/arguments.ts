import { parseArgs } from 'node:util';

/** The command line is wrong. The message says which values are valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The arguments of `care-platform sandbox`, with defaults filled in. */
export interface SandboxArguments {
  readonly port: number;
  readonly host: string;
  readonly clients: number;
  readonly seed: number;
  readonly limits: boolean;
  readonly clock: Date;
  readonly frozen: boolean;
  readonly cors: readonly string[];
  readonly hosts: readonly string[];
  readonly quiet: boolean;
}

export type Arguments = { readonly show: 'help' | 'version' } | SandboxArguments;

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  clients: { type: 'string', default: '12' },
  seed: { type: 'string', default: '1' },
  limits: { type: 'string', default: 'on' },
  clock: { type: 'string', default: 'now' },
  frozen: { type: 'boolean', default: false },
  cors: { type: 'string', multiple: true, default: [] as string[] },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

export const help = `Usage: care-platform sandbox [options]

A stateful fake of the Care Platform REST API, version 2, with invented people. It ends with Ctrl-C and keeps nothing.

  --port <number>     the port it listens on; 0 for any free port      (4010)
  --host <address>    the address it listens on                        (127.0.0.1, so this machine only)
  --clients <number>  the number of clients                            (12)
  --seed <number>     the seed of ids and tokens                       (1)
  --limits <on|off>   30 requests a second, 20 connections             (on)
  --clock <time>      the start of its clock: now, or a time in UTC    (now)
                      such as 2026-03-02T09:00:00Z
  --frozen            its clock stands still until it is moved
  --cors <origin>     web pages that may call it, or * for all; can be repeated
  --allow-host <name> a name under which any machine may control it, such as
                      that of a service container; can be repeated
  -q, --quiet         prints the base URL and nothing else
  -h, --help          this text
  -v, --version       the version of care-platform

While it runs, GET /_sandbox lists the endpoints that control its clock, faults and people.
`;

/** @throws UsageError */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(token.name, token.rawName, token.value);
    const option = options[token.name as keyof typeof options];
    if (given.has(token.name) && !('multiple' in option)) throw new UsageError(`${token.rawName} was given twice.`);
    given.add(token.name);
  }
  if (values.help === true) return { show: 'help' };
  if (values.version === true) return { show: 'version' };
  checkCommand(tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])));
  return {
    port: parseWholeNumber('port', values.port, 0, 65_535),
    host: String(values.host),
    clients: parseWholeNumber('clients', values.clients, 0, 100_000),
    seed: parseWholeNumber('seed', values.seed, 0, 2 ** 31 - 1),
    limits: choiceOf('limits', values.limits, ['on', 'off']) === 'on',
    clock: time(values.clock),
    frozen: values.frozen === true,
    cors: (values.cors ?? []).map(origin),
    hosts: (values['allow-host'] ?? []).map(hostName),
    quiet: values.quiet === true,
  };
}

function checkOption(name: string, typed: string, value: string | undefined): void {
  if (!Object.hasOwn(options, name)) {
    const names = Object.keys(options).map((option) => `--${option}`);
    throw new UsageError(`There is no option ${typed}. There are: ${names.join(', ')}.`);
  }
  const { type } = options[name as keyof typeof options];
  if (type === 'string' && (value === undefined || value === ''))
    throw new UsageError(`${typed} needs a value after it.`);
  if (type === 'boolean' && value !== undefined) throw new UsageError(`${typed} takes no value.`);
}

function checkCommand([command, ...more]: readonly string[]): void {
  if (command === undefined) throw new UsageError('The command is missing. The only command is sandbox.');
  if (command !== 'sandbox') throw new UsageError(`There is no command '${command}'. The only command is sandbox.`);
  if (more[0] !== undefined) throw new UsageError(`'${more[0]}' is not an option of sandbox. Options begin with --.`);
}

function parseWholeNumber(name: string, value: unknown, least: number, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(String(value)) && number >= least && number <= most) return number;
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not '${value}'.`);
}

function choiceOf(name: string, value: unknown, choices: readonly string[]): string {
  if (choices.includes(String(value))) return String(value);
  throw new UsageError(`--${name} takes ${choices.join(' or ')}, not '${value}'.`);
}

/** Returns the origin in the form that browsers send. */
function origin(value: unknown): string {
  if (value === '*' || value === 'null') return value;
  const url = URL.parse(String(value));
  // A path, query or user name would otherwise be dropped without an error, and a browser never sends a `*`.
  const isOrigin = url !== null && url.href === `${url.origin}/` && /^https?:[^*]*$/.test(url.origin);
  if (isOrigin) return url.origin;
  throw new UsageError(`--cors takes an origin such as http://localhost:3000, or '*', not '${value}'.`);
}

function hostName(value: unknown): string {
  if (/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(String(value))) return String(value);
  throw new UsageError(`--allow-host takes a name such as sandbox, without scheme and port, not '${value}'.`);
}

function time(value: unknown): Date {
  if (value === 'now') return new Date();
  const date = new Date(String(value));
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T.*Z$)/.exec(String(value)) ?? [];
  // The engine reads 30 February as 2 March.
  if (day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) return date;
  throw new UsageError(`--clock takes 'now' or a time in UTC such as 2026-03-02T09:00:00Z, not '${value}'.`);
}
