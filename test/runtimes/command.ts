import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bundles } from './bundles.ts';
import { smokePlatform } from './platform.ts';

/** Writes an export into a database with the command on this Node. Returns what failed, and what Node warned of. */
export async function commandFailures(node: string, version: string, { folder }: Bundles): Promise<string[]> {
  await using platform = await smokePlatform({ inBrowser: false, tells: true, limits: false });
  const { baseUrl, token } = platform.task;
  const words = ['export', 'start', 'client', '--to', `sqlite:${join(folder, `${version}.db`)}`];
  const env = { CARE_BASE_URL: baseUrl, CARE_TOKEN: token };
  try {
    const program = join(folder, 'node_modules/care-platform/dist/cli.js');
    const { stderr } = await promisify(execFile)(node, [program, ...words], { env, timeout: 60_000 });
    return /Warning/.test(stderr) ? [`Node ${version}, command: ${stderr}`] : [];
  } catch (error) {
    return [`Node ${version}, command: ${error}`];
  }
}
