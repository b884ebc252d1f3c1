import type { Command } from 'commander';
import { addConnectionOptions, type ConnectionOptions } from '../connection/connect.js';
import { readSettings } from '../connection/profile.js';
import { newCommand } from '../frame/command.js';
import { UsageError } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import { reporter } from './report.js';

type DoctorOptions = ConnectionOptions & { readonly json?: true };

export function doctorCommand(shell: Shell): Command {
  const command = newCommand('doctor', 'Checks the way to the platform and the token, and says what to do', [
    ['care-platform doctor', 'each step, with what to do where it fails'],
    ['care-platform doctor --json > report.json', 'a report for support, without token and patient data'],
  ]).option('--json', 'the report as JSON');
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      `
It only reads: about 30 requests, of which 20 at once. The exit code is 0 if no step failed, also with
warnings.`,
    )
    .action(async (options: DoctorOptions) => {
      const settings = await readSettings(options.profile, shell.env);
      if (!URL.canParse(settings.baseUrl))
        throw new UsageError('CARE_BASE_URL is not a URL, such as https://app.example.org.');
      const { examine } = await import('./examine.js');
      const report = reporter(options.json === true, shell);
      let exitCode = 0;
      for await (const { name, finding } of examine(settings, options, shell)) {
        await report.add(name, finding);
        if (finding.outcome === 'failed') exitCode = finding.exitCode ?? 1;
      }
      await report.end();
      process.exitCode = exitCode;
    });
}
