import type { Application, Fetch, Logger } from 'care-platform';
import type { Command } from 'commander';
import { listOf, text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { readSettings } from './profile.js';

/** The options of each command that connects. */
export interface ConnectionOptions {
  readonly profile?: string;
  readonly allowHttp: readonly string[];
  readonly timeout: number;
  readonly verbose?: true;
}

export function addConnectionOptions(command: Command): Command {
  return command
    .option('--profile <file>', 'a file with CARE_BASE_URL=… and CARE_TOKEN=…, of mode 600', text('--profile'))
    .option('--allow-http <host>', 'a host that may be reached by http', listOf(text('--allow-http')), [])
    .option('--timeout <seconds>', 'for each request', wholeNumber('--timeout', 1, 3600), 30)
    .option('--verbose', 'prints a line for each request on stderr')
    .addHelpText('after', `\n${connectionHelp}`);
}

const connectionHelp = `The platform is that of CARE_BASE_URL, and the token that of CARE_TOKEN, unless --profile names a
file. A token is never an argument.`;

/** Runs `work` with a connection, which it closes afterwards. */
export async function withConnection(
  options: ConnectionOptions,
  shell: Shell,
  work: (care: Application) => Promise<void>,
  fetch?: Fetch,
): Promise<void> {
  const { baseUrl, token } = await readSettings(options.profile, shell.env);
  const { connect } = await import('care-platform');
  const care = await connect({
    baseUrl,
    token,
    allowHttp: options.allowHttp,
    timeout: options.timeout * 1000,
    logger: shellLogger(shell, options.verbose === true),
    signal: shell.signal,
    ...(fetch !== undefined && { fetch }),
  });
  const close = () => care.close();
  shell.signal.addEventListener('abort', close);
  try {
    await work(care);
  } finally {
    care.close();
  }
}

/** Warnings are for the person, not for the program that reads the output. An error is also thrown, and reported then. */
export function shellLogger(shell: Shell, isVerbose: boolean): Logger {
  return {
    warn: (message) => shell.note(`care-platform: ${message}`),
    ...(isVerbose && { debug: shell.note, info: shell.note }),
  };
}
