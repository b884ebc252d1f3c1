import type { Command } from 'commander';
import { checkCommand } from './check/command.js';
import { completionCommand } from './completion/command.js';
import { doctorCommand } from './doctor/command.js';
import { exportCommand } from './export/command.js';
import { heading, newCommand, refuseRepeatedOptions } from './frame/command.js';
import { exitCodeTexts } from './frame/exit-codes.js';
import type { Shell } from './frame/shell.js';
import { packageVersion } from './frame/version.js';
import { followCommand, getCommand, linksCommand } from './read/commands.js';
import { sandboxCommand } from './sandbox/command.js';
import { typesCommand } from './types/command.js';
import { watchCommand } from './watch/command.js';
import { sendCommand } from './write/command.js';

/** In the order of the help. */
const commands = [
  doctorCommand,
  checkCommand,
  getCommand,
  linksCommand,
  followCommand,
  sendCommand,
  exportCommand,
  watchCommand,
  typesCommand,
  sandboxCommand,
  completionCommand,
];

export function createProgram(shell: Shell): Command {
  const program = newCommand('care-platform', 'Looks at a Care Platform from the terminal, and runs a fake of it', [
    ['npx care-platform sandbox --port 4010', 'a platform with invented people'],
    ['care-platform help sandbox', 'the options of a command, with examples'],
  ]);
  for (const create of commands) program.addCommand(create(shell));
  const codes = exitCodeTexts.map(([code, text]) => `  ${String(code).padEnd(4)} ${text}`);
  program
    .version(packageVersion(), '-v, --version', 'the version of care-platform')
    .helpCommand('help [command]', 'the options of a command, with examples')
    .addHelpText('after', `\n${heading('Exit codes:')}\n${codes.join('\n')}`);
  return refuseRepeatedOptions(program);
}
