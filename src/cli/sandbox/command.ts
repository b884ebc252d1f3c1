import type { Command } from 'commander';
import { newCommand } from '../frame/command.js';
import { choice, listOf, text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { hostName, origin, time } from './option-values.js';
import type { SandboxArguments } from './sandbox-arguments.js';
import { serve } from './serve.js';

export function sandboxCommand(shell: Shell): Command {
  return newCommand('sandbox', 'Runs a fake of the platform with invented people, until Ctrl-C', [
    ['care-platform sandbox --port 4010', 'prints its address, and a token for each role'],
    ['care-platform sandbox --port 0 --quiet', 'any free port; prints the base URL alone'],
    ['care-platform sandbox --env > sandbox.env &', 'a file for --profile, or for a shell to read'],
    ['care-platform sandbox --clients 0 --people people.csv', 'with your own people'],
    ['care-platform sandbox --state sandbox.json', 'what is created is still there after a restart'],
    ['care-platform sandbox --tls --tls-ca ca.pem', 'https, for NODE_EXTRA_CA_CERTS=ca.pem'],
  ])
    .option('--port <number>', 'the port it listens on; 0 for any free port', wholeNumber('--port', 0, 65_535), 4010)
    .option('--host <address>', 'the address it listens on', text('--host'), '127.0.0.1')
    .option('--clients <number>', 'the number of clients (default: 12)', wholeNumber('--clients', 0, 100_000))
    .option(
      '--people <file>',
      'clients and professionals of a JSON or CSV file, besides the invented ones',
      text('--people'),
    )
    .option('--seed <number>', 'the seed of ids and tokens (default: 1)', wholeNumber('--seed', 0, 2 ** 31 - 1))
    .option('--state <file>', 'keeps what is created in this file, and goes on from it', text('--state'))
    .option('--limits <on|off>', '30 requests a second, 20 connections', choice('--limits', ['on', 'off']), 'on')
    .option('--clock <time>', 'the start of its clock, such as 2026-03-02T09:00:00Z (default: now)', time)
    .option('--frozen', 'its clock stands still until it is moved')
    .option('--cors <origin>', 'web pages that may call it, or * for all; can be repeated', listOf(origin), [])
    .option(
      '--allow-host <name>',
      'a name under which any machine may control it, such as that of a service container; can be repeated',
      listOf(hostName),
      [],
    )
    .option('--tls', 'serves https, with a certificate that it makes')
    .option('--tls-ca <file>', 'where it writes the certificate to trust (default: a temporary file)', text('--tls-ca'))
    .option('-q, --quiet', 'prints the base URL and nothing else')
    .option('--env', 'prints CARE_BASE_URL and CARE_TOKEN and nothing else, for a shell or a profile')
    .option('--role <role>', 'whose token --env prints', text('--role'), 'apiUser')
    .addHelpText(
      'after',
      '\nIt keeps nothing without --state, and sends no mail. While it runs, its page /_sandbox/\nshows and controls it in a browser, and GET /_sandbox lists the endpoints for programs.\nCtrl-C is its usual end: the exit code is 0.',
    )
    .action((options: SandboxArguments) => serve(options, shell));
}
