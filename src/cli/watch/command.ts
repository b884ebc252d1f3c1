import type { Command } from 'commander';
import { addConnectionOptions, withConnection } from '../connection/connect.js';
import { newCommand } from '../frame/command.js';
import { UsageError } from '../frame/exit-codes.js';
import { choice, text, wholeNumber } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import type { WatchArguments } from './watch-arguments.js';

export function watchCommand(shell: Shell): Command {
  const command = newCommand('watch', 'Prints changes of tasks and conversations as they happen', [
    ['care-platform watch --cursor changes.cursor', 'goes on where the last run ended'],
    ['care-platform watch --cursor changes.cursor --once', 'what is new since the last run, for cron'],
    ["care-platform watch --exec 'jq -r .user.id >> users.txt'", 'a command for each, with its JSON on stdin'],
  ])
    .option('--type <type>', 'tasks or conversations (default: both)', choice('--type', ['tasks', 'conversations']))
    .option('--cursor <file>', 'keeps the position in this file', text('--cursor'))
    .option('--interval <seconds>', 'between two looks', wholeNumber('--interval', 10, 43_200), 30)
    .option('--once', 'ends when all changes up to now are printed')
    .option('--exec <command>', 'runs it for each line, and waits for it', text('--exec'))
    .option('--json', 'one JSON object a line');
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      `
A line has tabs between the kind (tasks, conversations), the kind of user, its external id, its URL, and the URL of
the list that changed. A line 'resync' says that changes may have been missed, so everything must be read again: at
the first start, and after 24 hours without a run. A change may come twice. If the command of --exec fails, watch
ends with 1, and the next run with the same cursor brings that change again. The command gets no CARE_TOKEN: if it
reads the platform, let it use --profile.`,
    )
    .action(async (options: WatchArguments) => {
      if (options.once && options.cursor === undefined) {
        throw new UsageError('--once needs --cursor: without the position of the last run, each run is the first.');
      }
      const { watch } = await import('./watch.js');
      await withConnection(options, shell, (care) => watch(care, options, shell));
    });
}
