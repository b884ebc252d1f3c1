import type { Application, JsonObject } from 'care-platform';
import type { Command } from 'commander';
import { addConnectionOptions, type ConnectionOptions, withConnection } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { canAsk, confirm } from '../frame/confirm.js';
import { CommandFailure, UsageError } from '../frame/exit-codes.js';
import { isObject } from '../frame/json-object.js';
import { choice, text } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { plainLine } from '../output/fields.js';
import { addFormatOptions, type FormatOptions, formatOf } from '../output/format.js';
import { printResource } from '../output/resource-printer.js';
import { type Address, addressHelp, takeAddress } from '../read/address.js';
import { readBody } from './body.js';

const writeMethods = ['patch', 'post', 'delete'] as const;

type Method = (typeof writeMethods)[number];

interface SendOptions extends FormatOptions, ConnectionOptions {
  readonly body?: string;
  readonly write?: true;
  readonly yes?: true;
}

interface Write {
  readonly method: 'PATCH' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body: JsonObject | undefined;
}

export function sendCommand(shell: Shell): Command {
  const command = newCommand('send', 'Sends a write, which changes data and may send mail', [
    ['care-platform send patch client EHR-1042 --body changes.json', 'says what it would send'],
    ['care-platform send patch client EHR-1042 --body changes.json --write', 'asks, and sends it'],
    ['jq … | care-platform send post client EHR-1042 tools --body - --write --yes', 'for scripts'],
  ])
    .argument('<method>', `one of ${writeMethods.join(', ')}`, choice('send', writeMethods))
    .argument('<what...>', 'a resource, and the names of the links that lead to where it is sent')
    .option('--body <file>', 'a file with a JSON object; - is stdin', text('--body'))
    .option('--write', 'sends it: without, send only says what it would do')
    .option('--yes', 'does not ask before it sends');
  addFormatOptions(command).addHelpText('after', `\n${addressHelp}\n${bodyHelp}`);
  return addConnectionOptions(command).action(
    async (method: Method, words: readonly string[], options: SendOptions) => {
      const { address, rest: links } = takeAddress(words);
      checkUse(method, address, links, options);
      formatOf(options, shell);
      const body = options.body === undefined ? undefined : await readBody(options.body, shell);
      const { writeUrl } = await import('./write-url.js');
      await withConnection(options, shell, async (care) => {
        const url = await writeUrl(care, address, links);
        refuseForeign(url, care);
        await send(care, { method: method.toUpperCase() as Write['method'], url, body }, options, shell);
      });
    },
  );
}

const bodyHelp = `A body is never an argument: others could read it in the list of processes, and the shell keeps it in
its history. It is sent unchecked, and only once: if no response comes, look whether it was applied.`;

function checkUse(method: Method, { id }: Address, links: readonly string[], { body, write, yes }: SendOptions): void {
  if (method === 'delete' && body !== undefined) throw new UsageError('send delete takes no --body.');
  if (method === 'patch' && body === undefined) throw new UsageError('send patch needs --body <file>.');
  if (method === 'post' && id !== undefined && links.length === 0)
    throw new UsageError('send post needs the name of a link after the resource. care-platform links lists them.');
  if (write && !yes && (body === '-' || !canAsk()))
    throw new UsageError('There is no terminal to ask on. Add --yes to send without a question.');
}

/** Before it is shown or asked about. The library refuses such a URL too, but not before the request. */
function refuseForeign(url: string, care: Application): void {
  const { origin } = new URL(care.url);
  // The text is compared: a URL with a user name has the same origin.
  if (URL.parse(url)?.href.startsWith(`${origin}/`)) return;
  throw new UsageError(`Nothing was sent. A write takes a URL that begins with ${origin}/, without a user name.`);
}

async function send(
  care: Application,
  { method, url, body }: Write,
  { write, yes, ...options }: SendOptions,
  shell: Shell,
): Promise<void> {
  const names = body === undefined ? '' : ` with ${Object.keys(body).map(plainLine).join(', ') || 'an empty body'}`;
  if (!write) throw new UsageError(`Nothing was sent. With --write, it sends ${method} ${url}${names}.`);
  const question = `${method} ${url}${names}\nIt cannot be undone, and may send mail. Send it?`;
  if (!yes && !(await confirm(question, shell.signal))) throw new CommandFailure('Nothing was sent.');
  const { status, data, location } = await care.request({ method, url, body }).catch((failure: unknown) => {
    // After Ctrl-C, no other message follows.
    if (shell.signal.aborted)
      shell.note('If it was sent already, it may have been applied: look before you send it again.');
    throw failure;
  });
  shell.note(`The platform responded with ${status}.${location === undefined ? '' : ` Location: ${location}`}`);
  if (isObject(data)) await printResource(data, formatOf(options, shell), options.fields, shell);
}
