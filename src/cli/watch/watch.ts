import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Application, FeedEvent, JsonObject } from 'care-platform';
import { fileCursor } from 'care-platform/node';
import { CommandFailure } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import { cellText, fieldOf, plainLine } from '../output/fields.js';
import { jsonText } from '../output/list-printer.js';
import type { WatchArguments } from './watch-arguments.js';

/** Prints events until a signal ends it, or until it has caught up. */
export async function watch(care: Application, options: WatchArguments, shell: Shell): Promise<void> {
  const { type, cursor, interval, exec } = options;
  const events = care.watchChanges({
    signal: shell.signal,
    interval: interval * 1000,
    once: options.once === true,
    ...(type !== undefined && { types: [type] }),
    ...(cursor !== undefined && { cursor: fileCursor(cursor) }),
  });
  for await (const event of events) {
    const document = documentOf(event);
    // A line each, also on a terminal: a reader of lines may be behind it.
    const json = JSON.stringify(document);
    await shell.write(
      `${options.json ? jsonText(document, { ...shell, isTerminal: false }) : lineOf(event, document)}\n`,
    );
    if (exec !== undefined) await run(exec, `${json}\n`, shell);
  }
}

function documentOf(event: FeedEvent): JsonObject {
  return event.kind === 'resync'
    ? { ...event }
    : { kind: 'change', type: kindOf(event.change.type), ...event.change.toJSON() };
}

/** `tasks` of `https://…/change/tasks`. */
function kindOf(type: string): string {
  return type.replace(/^.*\//, '');
}

function lineOf(event: FeedEvent, document: JsonObject): string {
  if (event.kind === 'resync') return `resync\t${event.reason}`;
  const user = cellText(fieldOf(document, 'user.@type'), '@type');
  const rest = ['user.id', 'user.url', 'url'].map((path) => cellText(fieldOf(document, path)));
  return [kindOf(event.change.type), user, ...rest].map(plainLine).join('\t');
}

/**
 * The event goes by stdin: arguments and variables could be read by others. Its output goes where ours goes. The token stays
 * here: a command that prints its variables, or starts others, would spread it.
 */
async function run(command: string, input: string, { env: { CARE_TOKEN: _, ...env }, signal }: Shell): Promise<void> {
  const child = spawn(command, { shell: true, env, stdio: ['pipe', 'inherit', 'inherit'] });
  // A command that does not read its input is no failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  signal.throwIfAborted();
  if (code !== 0)
    throw new CommandFailure(`The command of --exec ended with ${code ?? killedBy}. Its change comes again.`);
}
