import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a scenario in a process of its own, which has to end by itself. */
export async function runChaos(
  scenario: string,
  count: number,
  { seed, limit, isMeasured }: { seed: number; limit: number; isMeasured: boolean },
): Promise<Report> {
  const sources = ['--expose-gc', '--import', path('../support/source-package.ts')];
  const arguments_ = [
    ...sources,
    path('./run.ts'),
    scenario,
    String(count),
    String(seed),
    ...(isMeasured ? ['measured'] : []),
  ];
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limit });
  let reported = '';
  let complaints = '';
  child.stdout.on('data', (part) => (reported += part));
  child.stderr.on('data', (part) => (complaints += part));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...end) => resolve(end));
  });
  const report = reported.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || report === '') {
    const broken = `The process of ${scenario} ended with ${code ?? signal}. ${complaints}${reported}`;
    return { figures: [], broken: [broken] };
  }
  const { figures, broken }: Report = JSON.parse(report);
  // Nothing has a reason to write there.
  return { figures, broken: complaints === '' ? broken : [...broken, complaints] };
}
