import type { ConnectionOptions } from '../connection/connect.js';
import type { Settings } from '../connection/profile.js';
import type { Shell } from '../frame/shell.js';
import { ExaminedPlatform } from './examined-platform.js';
import type { Finding } from './finding.js';
import { networkSteps } from './network-steps.js';
import { platformSteps } from './platform-steps.js';

/** Yields the finding of each step. After a failure the others are skipped: they could only fail for the same reason. */
export async function* examine(
  settings: Settings,
  options: ConnectionOptions,
  shell: Shell,
): AsyncGenerator<{ name: string; finding: Finding }, void> {
  const platform = new ExaminedPlatform(settings, options, shell);
  let hasFailed = false;
  for (const { name, run } of [...networkSteps(platform), ...platformSteps(platform)]) {
    const finding: Finding = hasFailed ? { outcome: 'skipped', text: 'Not checked.' } : await run();
    hasFailed ||= finding.outcome === 'failed';
    yield { name, finding };
  }
}
